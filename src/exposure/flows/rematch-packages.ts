import { type AgentRow, findAgentRows, findAgentsToMatch, seesNoPackages } from "#exposure/agents";
import { findAssets } from "#exposure/assets";
import { readFeedRevision } from "#exposure/feeds";
import { type Database, type Tx, lock } from "#platform/db";
import { exposureLock } from "./exposure-lock.ts";
import type { AgentHost } from "./agent-host.ts";
import { matchPackages, newPackageMemory } from "./match-packages.ts";

/**
 * Hosts that one transaction looks at, some 20,000 packages: whoever has news of a host of the same tenant waits for one
 * transaction, well below a second.
 */
const hostsAtOnce = 10;

/**
 * To note of each finding that its package is still there is most of the work, and several feeds change each day: it is
 * noted to the half day.
 */
const heardStepMs = 12 * 3_600_000;

/** Kinds of software that are remembered; more have their turn in a fresh memory. A kind is some kilobytes. */
const mostKinds = 10_000;

/**
 * Matches what is installed on hosts with agents anew, after the feeds have changed. Stops where it is when it is
 * interrupted, and goes on from there.
 *
 * @returns how many hosts were matched.
 */
export async function rematchPackages(deps: {
  database: Database;
  now: () => number;
}): Promise<number> {
  const { database } = deps;
  const revision = await readFeedRevision(database.system);
  let memory = newPackageMemory();
  for (let hosts = 0; ;) {
    const stale = await findAgentsToMatch(database.system, revision, hostsAtOnce);
    if (stale.size === 0) return hosts;
    for (const [tenantId, agentIds] of stale) {
      await database.transaction(tenantId, async (tx) => {
        await lock(tx, exposureLock(tenantId));
        const hosts = await hostsOf(tx, tenantId, agentIds, deps.now());
        await matchPackages(tx, tenantId, hosts, revision, memory);
      });
      if (memory.matches.size > mostKinds) memory = newPackageMemory();
      hosts += agentIds.length;
    }
  }
}

async function hostsOf(
  tx: Tx,
  tenantId: string,
  agentIds: readonly string[],
  now: number,
): Promise<AgentHost[]> {
  // Some may have been revoked since they were found.
  const agents = (await findAgentRows(tx, tenantId, agentIds)).filter(
    ({ status }) => status === "active",
  );
  const assetIds = agents.flatMap(({ assetId }) => assetId ?? []);
  const assets = new Map((await findAssets(tx, tenantId, assetIds)).map((one) => [one.id, one]));
  return agents.flatMap((agent) => {
    const asset = assets.get(agent.assetId ?? "");
    if (asset === undefined || agent.inventory === null) return [];
    const { host } = agent.inventory;
    const isBlind = seesNoPackages(agent.inventory);
    return [{ agentId: agent.id, asset, host, isBlind, at: now, heardAt: heardAt(agent) }];
  });
}

/** An agent says with every check-in that its inventory is still the one that it sent. */
function heardAt({ lastSeenAt, enrolledAt }: AgentRow): number {
  const at = lastSeenAt ?? enrolledAt;
  return at - (at % heardStepMs);
}
