export type { Arf } from "./arf.queries.ts";
export type { Audit, AuditHistory } from "./audit.ts";
export { endJob } from "./end-job.ts";
export type { EndedJob, JobOutcome, JobState } from "./job.ts";
export { readArf, saveArf } from "./keep-arf.ts";
