export { reasonNotAHost } from "./not-a-host.ts";
export { planTargets } from "./plan-targets.ts";
export type { TargetPlan } from "./plan-targets.ts";
export { scanList } from "./scan-list.ts";
