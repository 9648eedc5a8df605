export type { Leadership, LeaderWork } from "./leader.ts";
export { lead } from "./leader.ts";
export type { PeriodicJob, RunningJob } from "./periodic.ts";
export { startPeriodic } from "./periodic.ts";
