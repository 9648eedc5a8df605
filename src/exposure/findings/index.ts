export { expireIdentityAcceptances } from "./expire-identity-acceptances.ts";
export type { FindingContent, KnownFinding, SeenFinding } from "./finding.ts";
export { findingKey } from "./finding.ts";
export {
  findExpiredFindings,
  findKnownFindings,
  forgetAgentFindings,
  lockFindings,
  moveFindings,
  relocateFindings,
  scoresOfAssets,
} from "./finding-changes.queries.ts";
export type { ExportedFinding } from "./finding-export.queries.ts";
export { readFindingsToExport } from "./finding-export.queries.ts";
export type { ImportSources } from "./import-source.queries.ts";
export { findImportSources, saveImportSources } from "./import-source.queries.ts";
export type { Detector, FindingStatus } from "./life-cycle.ts";
export { couldSee, findingStatuses, nextWhenExpired } from "./life-cycle.ts";
export type { FindingPlan } from "./plan-findings.ts";
export { planMissed, planSeen } from "./plan-findings.ts";
export { movedFindings, planMoves, sourceOf } from "./plan-moves.ts";
export { saveFindings } from "./save-findings.ts";
export { setFindingStatus } from "./set-finding-status.ts";
export { addFindingRoutes } from "./finding.routes.ts";
export { FindingDetailSchema, FindingListSchema, FindingSchema } from "./listed-finding.ts";
