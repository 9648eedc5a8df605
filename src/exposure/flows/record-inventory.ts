import Type from "typebox";
import { Compile } from "typebox/compile";
import { BlindSpot, HostFacts, ListenerFacts } from "#engines/inventory-types";
import {
  type AgentRow,
  type StoredInventory,
  lockAgent,
  saveInventory,
  seesNoPackages,
} from "#exposure/agents";
import { updateAgentSightings } from "#exposure/assets";
import { readFeedRevision } from "#exposure/feeds";
import { savePackages } from "#exposure/packages";
import { type Database, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import type { InventoryUpdate } from "#wire/agent.v1";
import { checkHost } from "./check-host.ts";
import { exposureLock } from "./exposure-lock.ts";
import { joinAsset } from "./join-asset.ts";
import { matchPackages } from "./match-packages.ts";
import { printableTexts } from "./printable-texts.ts";
import { refineServices } from "./refine-services.ts";

const storedInventory = Compile(
  Type.Object({
    host: HostFacts,
    listeners: Type.Array(ListenerFacts),
    blindSpots: Type.Array(BlindSpot),
  }),
);

/**
 * Takes in what an agent found out about its host, all or nothing: its asset, what is installed, and what is wrong with
 * that. Delivered again, it changes nothing.
 *
 * @returns whether the agent and the server are of one mind now; if not, the whole inventory is wanted.
 * @throws Problem `invalid_request` when a whole inventory is not whole, or tells of addresses that are none;
 * DatabaseUnavailable.
 */
export async function recordInventory(
  deps: { database: Database; now: () => number },
  { tenantId, agentId }: { tenantId: string; agentId: string },
  update: InventoryUpdate,
): Promise<{ accepted: boolean }> {
  if (update.host !== undefined) checkHost(update.host);
  return deps.database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    const agent = await lockAgent(tx, tenantId, agentId);
    if (agent === null || agent.status === "revoked") return { accepted: false };
    if (update.revision === agent.inventoryRevision) return { accepted: true };
    if (!followsOn(agent, update)) return { accepted: false };

    const inventory = nextInventory(agent, update);
    const { host } = inventory;
    const isBlind = seesNoPackages(inventory);
    // An agent's clock may be wrong; nothing was seen in the future, or before the agent was there.
    const now = deps.now();
    const at = Math.min(Math.max(update.at, agent.enrolledAt), now);
    const { base, packages: added, removed } = update;
    const whole = base === null;
    const { changed } = isBlind
      ? { changed: false }
      : await savePackages(tx, tenantId, agentId, { whole, added, removed });
    const asset = await joinAsset(tx, tenantId, agent, { host, at });
    const wasBlind = agent.inventory !== null && seesNoPackages(agent.inventory);
    const isNews =
      changed || isBlind !== wasBlind || update.host !== undefined || agent.assetId !== asset.id;
    const saved = { agentId, revision: update.revision, at, inventory, assetId: asset.id };
    await saveInventory(tx, tenantId, { ...saved, packagesChanged: isNews });
    await updateAgentSightings(tx, [{ tenantId, agentId, version: agent.version, seenAt: now }]);
    await announce(tx, tenantId, "agents", [agentId]);
    if (isNews) {
      await refineServices(tx, tenantId, [asset]);
      const revision = await readFeedRevision(tx);
      // What it tells is installed now: it looked before it checked in, and tells nothing else since.
      const hosts = [{ agentId, asset, host, isBlind, at: now, heardAt: now }];
      await matchPackages(tx, tenantId, hosts, revision);
    }
    return { accepted: true };
  });
}

/** Whether a difference leads from what the server has to what the agent sees. */
function followsOn({ inventory, inventoryRevision }: AgentRow, update: InventoryUpdate): boolean {
  if (update.base === null) return true;
  if (update.base !== inventoryRevision || inventory === null) return false;
  // What was removed while the agent could not read the list of packages is in no difference.
  const wasBlind = seesNoPackages(inventory);
  return !wasBlind || seesNoPackages({ ...inventory, ...update });
}

function nextInventory(agent: AgentRow, update: InventoryUpdate): StoredInventory {
  const before = update.base === null ? null : agent.inventory;
  const inventory = {
    host: update.host ?? before?.host,
    listeners: update.listeners ?? before?.listeners,
    blindSpots: update.blindSpots ?? before?.blindSpots,
  };
  // Texts come from a host that may be in strange hands.
  const clean = printableTexts(inventory);
  if (storedInventory.Check(clean)) return clean;
  const what = "A whole inventory tells host, listeners and blindSpots, too.";
  throw new Problem("invalid_request", what);
}
