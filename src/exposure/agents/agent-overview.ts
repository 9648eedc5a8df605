import type { BlindSpot, HostFacts, ListenerFacts } from "#engines/inventory-types";
import type { AgentCoverage } from "./agent.ts";

/** An agent as those who operate it see it. Times are epoch milliseconds. */
export interface AgentOverview {
  id: string;
  name: string;
  status: "active" | "revoked";
  /** It checked in within the last 3 minutes. */
  online: boolean;
  version: string | null;
  hostname: string;
  /** As the host calls its operating system; `null`: no inventory yet. */
  os: string | null;
  siteId: string | null;
  /** Name of the site. */
  site: string | null;
  tags: readonly string[];
  enrolledAt: number;
  lastSeenAt: number | null;
  /** When its last inventory was taken. */
  inventoryAt: number | null;
  /** How many packages are installed; 0 also when there is no inventory yet. */
  packages: number;
  /** What the matching could judge of them; `null`: not matched yet. */
  coverage: AgentCoverage | null;
  /** Version of `oscap`; `null`: none, or never checked in. */
  oscap: string | null;
  /** Whether it runs with all rights; `null`: never checked in. */
  privileged: boolean | null;
  /** Jobs in hand and outcomes that wait, when it last checked in. */
  audits: number;
  spooled: number;
  blindSpots: readonly BlindSpot[];
  /** The asset that it is on. */
  assetId: string | null;
}

/** The same with everything else that it found out. */
export interface AgentDetail extends AgentOverview {
  host: HostFacts | null;
  listeners: readonly ListenerFacts[];
}
