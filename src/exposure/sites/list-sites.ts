import type { List } from "#platform/http";
import { readTableList } from "#platform/pagination";
import type { ListedSite } from "./listed-site.ts";
import { siteList } from "./site-list.queries.ts";

/** The tenant's sites by id. */
export function listSites(tenantId: string): List<ListedSite> {
  return readTableList("sites", siteList, tenantId, []);
}
