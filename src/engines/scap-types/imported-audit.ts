import type { AuditReport, ScapContent } from "./audit-report.ts";

/** Whom a result file says that it is about. */
export interface AuditedHost {
  /** Lower case; with its domain where the file says it. */
  readonly hostname: string | null;
  readonly fqdn: string | null;
  /** Canonical; loopback left out. */
  readonly addresses: readonly string[];
  /** Lower case with colons. */
  readonly macs: readonly string[];
}

/** One run as a file holds it: XCCDF results and ARF hold one, a checklist one for each STIG. */
export interface ImportedAudit {
  readonly host: AuditedHost;
  readonly report: AuditReport;
  /** What the rules say, as far as the file has it. */
  readonly content: ScapContent;
}
