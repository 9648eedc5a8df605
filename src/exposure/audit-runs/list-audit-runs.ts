import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import {
  agentAuditList,
  assetAuditList,
  auditList,
  bundleAuditList,
  siteAuditList,
} from "./audit-run-list.queries.ts";
import type { ListedAuditRun } from "./listed-audit-run.ts";

/** Which runs are wanted; `null`: whichever. */
export interface AuditRunFilter {
  readonly agentId: string | null;
  readonly assetId: string | null;
  readonly bundleId: string | null;
  readonly siteId: string | null;
}

const name = "audits";

/** The tenant's audit runs, the newest first. An agent, asset, bundle or site that there is not has none. */
export function listAuditRuns(tenantId: string, filter: AuditRunFilter): List<ListedAuditRun> {
  const agentId = filter.agentId === null ? null : wantedId(filter.agentId);
  const assetId = filter.assetId === null ? null : wantedId(filter.assetId);
  const bundleId = filter.bundleId === null ? null : wantedBundle(filter.bundleId);
  const siteId = filter.siteId === null ? null : wantedId(filter.siteId);
  // By the one that has the fewest runs, as a rule.
  for (const [list, value] of [
    [agentAuditList, agentId],
    [assetAuditList, assetId],
    [bundleAuditList, bundleId],
    [siteAuditList, siteId],
  ] as const) {
    if (value === null) continue;
    return readTableList(name, list, tenantId, [value, agentId, assetId, bundleId, siteId]);
  }
  return readTableList(name, auditList, tenantId, []);
}

/** What cannot be the id of a bundle becomes a word that is none, so that the list is empty. */
function wantedBundle(text: string): string {
  return text.includes("\0") ? "" : text;
}
