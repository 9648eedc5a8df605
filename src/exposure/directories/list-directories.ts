import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import { directoryList, siteDirectoryList } from "./directory-list.queries.ts";
import type { ListedDirectory } from "./listed-directory.ts";

/**
 * The tenant's directories by id: all, or those of one site.
 *
 * @param siteId `null`: all. One that the tenant does not have has none.
 */
export function listDirectories(tenantId: string, siteId: string | null): List<ListedDirectory> {
  return siteId === null
    ? readTableList("directories", directoryList, tenantId, [])
    : readTableList("directories", siteDirectoryList, tenantId, [wantedId(siteId)]);
}
