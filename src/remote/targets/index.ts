export type { TargetGuard, TargetRule } from "./target-guard.ts";
export { createTargetGuard } from "./target-guard.ts";
