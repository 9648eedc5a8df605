import type { List } from "#platform/http";
import { readTableList } from "#platform/pagination";
import { auditList } from "./audit-run-list.queries.ts";
import type { ListedAuditRun } from "./listed-audit-run.ts";

/** The tenant's audit runs, the newest first. */
export function listAuditRuns(tenantId: string): List<ListedAuditRun> {
  return readTableList("audits", auditList, tenantId, []);
}
