import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import { identityList, siteIdentityList } from "./identity-list.queries.ts";
import type { ListedIdentityFinding } from "./listed-identity-finding.ts";

const name = "identityFindings";

/**
 * The tenant's identity findings that are open or in progress, the most severe first: all, or those of one site.
 *
 * @param siteId `null`: all. One that the tenant does not have has none.
 */
export function listIdentityFindings(
  tenantId: string,
  siteId: string | null,
): List<ListedIdentityFinding> {
  return siteId === null
    ? readTableList(name, identityList, tenantId, [])
    : readTableList(name, siteIdentityList, tenantId, [wantedId(siteId)]);
}
