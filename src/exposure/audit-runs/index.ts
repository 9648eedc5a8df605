export { addAuditRunRoutes } from "./audit-run.routes.ts";
export { AuditRunListSchema, AuditRunSchema } from "./listed-audit-run.ts";
export { listContentsOfBundle, saveScapContent } from "./scap-content.queries.ts";
