/** Why an audit came to nothing. */
export const auditFailures = [
  /** `oscap` is not installed. */
  "no_engine",
  /** The file of the distribution is not on the host. */
  "no_content",
  /** The bundle has another hash than the job says. */
  "wrong_hash",
  /** The content has no such profile, or is none. */
  "bad_content",
  /** Nothing in the content applies to this host. */
  "not_applicable",
  "out_of_time",
  "out_of_memory",
  /** Something else ended it. */
  "killed",
  "engine_error",
  /** Because the server asked for it. */
  "stopped",
  /** The agent does not understand the job. */
  "too_old",
] as const;
export type AuditFailure = (typeof auditFailures)[number];
