import { type Queryable, statement } from "#platform/db";
import type { KnownAsset } from "./asset.ts";
import { findAssets } from "./asset-changes.queries.ts";

const byNames = statement<[tenantId: string, names: readonly string[]], { id: string }>(
  "assets.by_any_name",
  "select id from assets where tenant_id = $1 and (hostname = any($2::text[]) or hostnames && $2::text[])",
);

/** The assets that have one of these names, in lower case, among theirs. */
export async function findAssetsNamed(
  tx: Queryable,
  tenantId: string,
  names: readonly string[],
): Promise<KnownAsset[]> {
  if (names.length === 0) return [];
  const rows = await tx.run(byNames, [tenantId, names]);
  return findAssets(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  );
}
