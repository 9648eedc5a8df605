/** One line of the audit log: what was done to what. Who did it, and when, comes from the context. */
export interface AuditEntry {
  /** Verb and noun in the past tense of the log, for example `sensor.update`. */
  action: string;
  /** The noun: `sensor`, `api_key`, `company` … */
  subjectKind: string;
  subjectId: string;
  /** What changed, for people who read the log. Never a credential: say that it changed, not to what. */
  detail: Readonly<Record<string, unknown>>;
}
