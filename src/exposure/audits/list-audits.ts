import type { List } from "#platform/http";
import { readTableList } from "#platform/pagination";
import { auditList } from "./audit-list.queries.ts";
import type { ListedAuditRun } from "./listed-audit.ts";

/** The tenant's audit runs, the newest first. */
export function listAudits(tenantId: string): List<ListedAuditRun> {
  return readTableList("audits", auditList, tenantId, []);
}
