import { findAssets, updateAssetRisks } from "#exposure/assets";
import { scoresOfAssets } from "#exposure/findings";
import { criticalityOf, scoreAsset } from "#exposure/risk";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";

/** Works the scores of some assets out anew, from their findings as they are now. */
export async function rescoreAssets(
  tx: Tx,
  tenantId: string,
  assetIds: readonly string[],
): Promise<void> {
  if (assetIds.length === 0) return;
  const assets = await findAssets(tx, tenantId, assetIds);
  const byAsset = Map.groupBy(
    await tx.run(scoresOfAssets, [tenantId, assetIds]),
    (row) => row.asset_id,
  );
  const risks = assets.map(({ id, tags }) => {
    const rows = byAsset.get(id) ?? [];
    const counted = (accepted: boolean) =>
      rows
        .filter((row) => row.accepted === accepted)
        .map((row) => ({ id: row.id, weakness: row.weakness, score: row.risk_score }));
    const criticality = criticalityOf(tags);
    const { score, ...factors } = scoreAsset(counted(false), criticality);
    return { id, score, factors, accepted: scoreAsset(counted(true), criticality).score };
  });
  await tx.run(updateAssetRisks, [
    tenantId,
    risks.map(({ id }) => id),
    risks.map(({ score }) => score),
    risks.map(({ accepted }) => accepted),
    risks.map(({ factors }) => JSON.stringify(factors)),
  ]);
  await announce(tx, tenantId, "assets", null);
}
