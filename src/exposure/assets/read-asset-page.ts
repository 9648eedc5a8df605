import { isId } from "#lib/ids";
import type { ConsoleCaller } from "#platform/http";
import { Problem } from "#platform/errors";
import type { AssetPage } from "./asset-page.ts";
import { findAssetIdentity, titlesOfFindings } from "./asset-page.queries.ts";
import type { AssetRow } from "./asset-row.ts";
import { findAssetRow } from "./asset-table.queries.ts";
import { readAsset } from "./read-asset.ts";

/**
 * The asset as the table shows it.
 *
 * @throws Problem `not_found` when the tenant has none, or it is of a company that the person does not see.
 */
export async function readAssetRow(
  { database, tenantId, companyIds }: ConsoleCaller,
  id: string,
): Promise<AssetRow> {
  const db = database.forTenant(tenantId);
  const [row] = isId(id) ? await db.run(findAssetRow, [tenantId, id, companyIds]) : [];
  if (row === undefined) throw new Problem("not_found", "There is no asset with this id.");
  return row;
}

/**
 * One asset with all that is known of itself.
 *
 * @throws Problem as {@link readAssetRow}.
 */
export async function readAssetPage(caller: ConsoleCaller, id: string): Promise<AssetPage> {
  const { database, tenantId } = caller;
  const db = database.forTenant(tenantId);
  const row = await readAssetRow(caller, id);
  const [detail, [identity]] = await Promise.all([
    readAsset(caller, id),
    db.run(findAssetIdentity, [tenantId, id]),
  ]);
  // An agent may have taken it away in between.
  if (identity === undefined) throw new Problem("not_found", "There is no asset with this id.");
  const factors = detail.riskFactors?.factors ?? [];
  const titles = await db.run(titlesOfFindings, [
    tenantId,
    factors.map(({ findingId }) => findingId),
  ]);
  const byId = new Map(titles.map((one) => [one.id, one]));
  const riskTerms = factors.map((factor) => {
    const { title = null, severity = null } = byId.get(factor.findingId) ?? {};
    return { ...factor, title, severity };
  });
  return { row, detail, identity, riskTerms };
}
