export type { AuditEntry } from "./audit-entry.ts";
export { insertAuditEntries } from "./audit-entry.queries.ts";
