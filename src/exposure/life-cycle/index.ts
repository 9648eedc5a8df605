export type { FindingLife, FindingStatus, NextLife, StatusChange } from "./finding-life.ts";
export { findingStatuses } from "./finding-life.ts";
export type { LifeCycle } from "./life-cycle.ts";
export { createLifeCycle, nextWhenDecided, nextWhenExpired } from "./life-cycle.ts";
