export { addAuditRunRoutes } from "./audit-run.routes.ts";
export { AuditRunListSchema, AuditRunSchema } from "./listed-audit-run.ts";
