import { isId } from "#lib/ids";
import { withoutNulls } from "#lib/without-nulls";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { findListedAsset } from "./asset-list.queries.ts";
import type { AssetDetail } from "./listed-asset.ts";

/**
 * One asset with what its score was made of.
 *
 * @throws Problem `not_found` when the tenant has no such asset.
 */
export async function readAsset(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<AssetDetail> {
  const db = database.forTenant(tenantId);
  const [asset] = isId(id) ? await db.run(findListedAsset, [tenantId, id]) : [];
  if (asset === undefined) throw new Problem("not_found", "There is no asset with this id.");
  return withoutNulls<AssetDetail>(asset);
}
