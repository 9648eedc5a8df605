export { addAuditRunRoutes } from "./audit-run.routes.ts";
export { scorePctOf } from "./count-rules.ts";
export { exceptRule } from "./except-rule.ts";
export { endException } from "./end-exception.ts";
export { importAudits } from "./import-audits.ts";
export {
  AuditComparisonSchema,
  AuditRunDetailSchema,
  AuditRunListSchema,
  AuditRunSchema,
} from "./listed-audit-run.ts";
export { listExceptions } from "./list-exceptions.ts";
export { recordJobMessages } from "./record-job-messages.ts";
export { listContentsOfBundle, saveScapContent } from "./scap-content.queries.ts";
