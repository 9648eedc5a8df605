import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import { assetList, siteAssetList } from "./asset-list.queries.ts";
import type { ListedAsset } from "./listed-asset.ts";

/**
 * The tenant's assets, the riskiest first: all, or those of one site.
 *
 * @param siteId `null`: all. One that the tenant does not have has no assets.
 */
export function listAssets(tenantId: string, siteId: string | null): List<ListedAsset> {
  return siteId === null
    ? readTableList("assets", assetList, tenantId, [])
    : readTableList("assets", siteAssetList, tenantId, [wantedId(siteId)]);
}
