export { auditFailures } from "./audit-failure.ts";
export type { AuditFailure } from "./audit-failure.ts";
export {
  AuditReport,
  ruleResults,
  RuleOutcome,
  ruleSeverities,
  RuleText,
  ScapContent,
} from "./audit-report.ts";
export type { RuleResult, RuleSeverity } from "./audit-report.ts";
export type { AuditedHost, ImportedAudit } from "./imported-audit.ts";
