export { addAuditRunConsoleRoutes } from "./audit-run.console.routes.ts";
export { addAuditExceptionRoutes } from "./exception.console.routes.ts";
export { auditRunConsoleSchemas } from "./audit-run-row.ts";
export { addAuditRunRoutes } from "./audit-run.routes.ts";
export { compareAuditRuns } from "./compare-audit-runs.ts";
export { scorePctOf } from "./count-rules.ts";
export { endException } from "./end-exception.ts";
export { exceptRule } from "./except-rule.ts";
export { exportAuditRun, findJobOfRun, runFormats } from "./export-audit-run.ts";
export type { RunFormat } from "./export-audit-run.ts";
export { findHost } from "./find-host.ts";
export { forgetOldRuns } from "./forget-old-runs.ts";
export { isRuleKnown } from "./is-rule-known.ts";
export { importAudits } from "./import-audits.ts";
export type { ImportedRun, RefusedAudit } from "./import-audits.ts";
export { listExceptions } from "./list-exceptions.ts";
export { listRunsForOperators } from "./list-runs-for-operators.ts";
export type { RunOverview } from "./operator-run-list.queries.ts";
export type { AuditComparison, AuditRunDetail } from "./listed-audit-run.ts";
export {
  AuditComparisonSchema,
  AuditRunDetailSchema,
  AuditRunListSchema,
  AuditRunSchema,
} from "./listed-audit-run.ts";
export { readAuditRun } from "./read-audit-run.ts";
export { recordJobMessages } from "./record-job-messages.ts";
export { listContentsOfBundle, saveScapContent } from "./scap-content.queries.ts";
