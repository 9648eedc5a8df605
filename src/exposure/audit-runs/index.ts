export { addAuditRunRoutes } from "./audit-run.routes.ts";
export { AuditRunListSchema, AuditRunSchema } from "./listed-audit-run.ts";
export { recordJobMessages } from "./record-job-messages.ts";
export { listContentsOfBundle, saveScapContent } from "./scap-content.queries.ts";
