export type { EnrollableProbe } from "./create-probe-in.ts";
export { createProbeIn } from "./create-probe-in.ts";
export { deleteProbes } from "./delete-probes.ts";
export { disableProbe } from "./disable-probe.ts";
export {
  ensureEmbeddedProbe,
  ensureEmbeddedProbes,
  issueEmbeddedTokens,
} from "./embedded-probe.ts";
export { enableProbe } from "./enable-probe.ts";
export { listProbesForOperators } from "./list-probes-for-operators.ts";
export { probeIntakeRoutes } from "./probe-intake.routes.ts";
export type {
  AssessmentsAtProbe,
  ProbeIntake,
  ProbeIntakeOptions,
  RunsAtProbe,
} from "./probe-intake.ts";
export { createProbeIntake } from "./probe-intake.ts";
export type { Probe, ProbeHealth } from "./probe.ts";
export { embeddedProbeName, isOnline } from "./probe.ts";
export { renewEnrolmentToken } from "./renew-enrolment-token.ts";
export { listProbeRows, notifyProbe } from "./probe.queries.ts";
export { setProbeCompany } from "./set-probe-company.ts";
export { setTargetLists } from "./set-target-lists.ts";
export { addProbeRoutes } from "./probe.routes.ts";
export { ProbeListSchema, ProbeSchema } from "./listed-probe.ts";
export { addProbeConsoleRoutes } from "./probe.console.routes.ts";
export { ProbeRowSchema } from "./probe-row.ts";
export { renameProbe } from "./probe.queries.ts";
