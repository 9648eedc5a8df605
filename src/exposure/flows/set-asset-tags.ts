import { checkTags } from "#exposure/agents";
import { findAssets, saveAssetTags } from "#exposure/assets";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { exposureLock } from "./exposure-lock.ts";
import { placeAgent } from "./place-agent.ts";
import { rescoreAssets } from "./rescore-assets.ts";

/**
 * Says by tags what an asset is: audits choose hosts by them, and its score weighs them. Those of a host with an agent are its
 * agent's: what that tells next would else take them back.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for a bad tag.
 */
export async function setAssetTags(
  context: Context,
  input: { id: string; tags: readonly string[] },
): Promise<void> {
  const { tenantId, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "You may only look.");
  const tags = checkTags(input.tags);
  const [known] = await findAssets(database.forTenant(tenantId), tenantId, [input.id]);
  if (known === undefined) throw new Problem("not_found", "There is no asset with this id.");
  if (known.agentId !== null) return placeAgent(context, { id: known.agentId, tags });
  await database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    const [before] = await findAssets(tx, tenantId, [input.id]);
    if (before === undefined) throw new Problem("not_found", "There is no asset with this id.");
    if (before.tags.join() === tags.join()) return;
    await saveAssetTags(tx, tenantId, { id: before.id, tags });
    await rescoreAssets(tx, tenantId, [before.id]);
    await insertAuditEntries(tx, context, [
      {
        action: "asset.set_tags",
        subjectKind: "asset",
        subjectId: before.id,
        detail: { name: before.hostname ?? before.ip, from: before.tags, to: tags },
      },
    ]);
  });
}
