export type { AuditEntry } from "./audit-entry.ts";
export { insertAuditEntries } from "./audit-entry.queries.ts";
export { AuditLogRowSchema } from "./audit-log-row.ts";
export { addAuditLogRoutes } from "./audit-log.routes.ts";
