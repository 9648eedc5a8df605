export { addAuditRoutes } from "./audit.routes.ts";
export { AuditRunListSchema, AuditRunSchema } from "./listed-audit.ts";
