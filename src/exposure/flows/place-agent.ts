import { setAgentPlaceIn } from "#exposure/agents";
import { findAssets, placeAsset } from "#exposure/assets";
import { moveFindings } from "#exposure/findings";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { exposureLock } from "./exposure-lock.ts";
import { rescoreAssets } from "./rescore-assets.ts";

/**
 * Says where the host of an agent belongs: its asset, and what was found there, come along. What is left out stays.
 *
 * @throws Problem as `setAgentPlaceIn`.
 */
export async function placeAgent(
  context: Context,
  input: { id: string; siteId?: string | null; tags?: readonly string[] },
): Promise<void> {
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    const { assetId, siteId, tags } = await setAgentPlaceIn(tx, context, input);
    if (assetId === null) return;
    const [asset] = await findAssets(tx, tenantId, [assetId]);
    // An agent that belongs to no site leaves its host where a probe found it, unless that is what was said.
    const at = input.siteId === undefined ? (siteId ?? asset?.siteId ?? null) : siteId;
    await tx.run(placeAsset, [tenantId, assetId, at, tags]);
    await moveFindings(tx, tenantId, [{ id: assetId, siteId: at }]);
    await rescoreAssets(tx, tenantId, [assetId]);
  });
}
