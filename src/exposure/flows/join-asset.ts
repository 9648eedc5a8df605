import type { HostFacts } from "#engines/inventory-types";
import { type AgentRow, findAgentRows, leaveAssets } from "#exposure/agents";
import {
  type AgentLife,
  type KnownAsset,
  findAssetsLike,
  placeAsset,
  planAssets,
  saveAssets,
  withoutAgentsGone,
} from "#exposure/assets";
import { moveFindings } from "#exposure/findings";
import { newId } from "#lib/ids";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { rescoreAssets } from "./rescore-assets.ts";
import { preferredSighting, sightingsOfInventory } from "./sighting-of-inventory.ts";

/**
 * Finds the asset that an agent is on, or makes it: the one that a probe already found is recognised by the rules of
 * identity. All in the caller's transaction, which holds the tenant's lock.
 *
 * @param at when the inventory was taken, in epoch milliseconds.
 */
export async function joinAsset(
  tx: Tx,
  tenantId: string,
  agent: AgentRow,
  { host, at }: { host: HostFacts; at: number },
): Promise<KnownAsset> {
  const { id: agentId, siteId, tags } = agent;
  const sightings = sightingsOfInventory(host, { agentId, siteId, at });
  const like = await findAssetsLike(tx, tenantId, sightings);
  const others = await findAgentRows(
    tx,
    tenantId,
    like.flatMap((one) => one.agentId ?? []),
  );
  const isJoined = like.some((one) => one.agentId === agentId);
  const known = isJoined ? like : withoutAgentsGone(like, lifeOf(agent), others.map(lifeOf));
  const sighting = preferredSighting(sightings, known);
  if (sighting === undefined) throw new Error("an inventory is always seen somewhere");
  const plan = planAssets(known, [sighting], new Map(), newId);
  const [asset] = plan.seen;
  if (asset === undefined) throw new Error("a sighting is always of an asset");
  await saveAssets(tx, tenantId, plan);
  const before = like.find(({ id }) => id === asset.id);
  if (before !== undefined && before.agentId !== null && before.agentId !== agentId) {
    await leaveAssets(tx, tenantId, [before.agentId]);
  }
  await tx.run(placeAsset, [tenantId, asset.id, asset.siteId, tags]);
  if (before?.siteId !== asset.siteId) await moveFindings(tx, tenantId, [asset]);
  // How much a host matters is said by its tags.
  if (before?.tags.join() !== tags.join()) await rescoreAssets(tx, tenantId, [asset.id]);
  await announce(tx, tenantId, "assets", null);
  return { ...asset, tags };
}

function lifeOf({ id, status, hostname, enrolledAt, lastSeenAt }: AgentRow): AgentLife {
  return { id, revoked: status === "revoked", hostname, enrolledAt, lastSeenAt };
}
