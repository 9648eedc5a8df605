import type { BlindSpot, HostFacts, ListenerFacts } from "#engines/inventory-types";

/**
 * The channel on which PostgreSQL tells the servers that there is news for an agent: a job to begin or to stop, or that it
 * was revoked. The payload is the agent's id.
 */
export const agentNewsChannel = "vedette_agent_jobs";

/** An agent that has not checked in for longer than this is offline, in milliseconds: it calls every minute. */
export const onlineForMs = 180_000;

/** What an agent last said of itself. */
export interface AgentHealth {
  /** Runs with all rights. */
  privileged: boolean;
  /** Version of `oscap`, `null`: none. */
  oscap: string | null;
  /** Outcomes that wait on its disk. */
  spooled: number;
  /** Jobs that it is working on, or whose outcome it still holds. */
  audits: number;
  /** When its host booted, in epoch milliseconds of the host's clock. */
  bootedAt: number;
}

/** What an agent found out about its host, but for the packages, which are rows of their own. */
export interface StoredInventory {
  host: HostFacts;
  listeners: readonly ListenerFacts[];
  blindSpots: readonly BlindSpot[];
}

/** That an agent cannot read the list of packages says nothing of what is installed: what it told before stands. */
export function seesNoPackages({ blindSpots }: StoredInventory): boolean {
  return blindSpots.some(({ what }) => what === "packages");
}

/** What the matching of an agent's packages could and could not judge, in numbers of packages. */
export interface AgentCoverage {
  readonly judged: number;
  readonly notJudged: readonly { readonly reason: string; readonly packages: number }[];
}

/** An agent as flows work with it. Times are epoch milliseconds. */
export interface AgentRow {
  id: string;
  /** Unique within the tenant. */
  name: string;
  status: "active" | "revoked";
  hostname: string;
  /** Of its program, as it last said it. */
  version: string | null;
  siteId: string | null;
  tags: readonly string[];
  enrolledAt: number;
  lastSeenAt: number | null;
  /** SHA-256 in hex of the inventory that the server has; `null`: none yet. */
  inventoryRevision: string | null;
  inventory: StoredInventory | null;
  /** The asset that it is on; `null`: its first inventory has not been taken in. */
  assetId: string | null;
}

/** The agent that a request came from. */
export interface CallingAgent {
  tenantId: string;
  id: string;
  name: string;
  /** As it was when the request came. */
  inventoryRevision: string | null;
}

/** Characters of the longest name that the database takes. */
export const longestAgentName = 300;
/** A number may come behind it. */
const longestBaseName = 280;

/**
 * The name of a new agent: that of its host, `web1-2`, `web1-3` … when it is taken.
 *
 * @param hostname one line, cleared of control characters; it may be empty.
 * @param taken names of agents that begin with the host's name.
 */
export function freeAgentName(hostname: string, taken: ReadonlySet<string>): string {
  const base = baseAgentName(hostname);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) {
    const name = `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What the names of all agents of such hosts begin with. */
export function baseAgentName(hostname: string): string {
  return [...hostname].slice(0, longestBaseName).join("") || "unnamed";
}
