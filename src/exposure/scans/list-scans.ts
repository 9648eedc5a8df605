import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import type { ListedScan } from "./listed-scan.ts";
import { scanList, siteScanList } from "./scan-list.queries.ts";

/**
 * The tenant's scans by id: all, or those of one site.
 *
 * @param siteId `null`: all. One that the tenant does not have has no scans.
 */
export function listScans(tenantId: string, siteId: string | null): List<ListedScan> {
  return siteId === null
    ? readTableList("scans", scanList, tenantId, [])
    : readTableList("scans", siteScanList, tenantId, [wantedId(siteId)]);
}
