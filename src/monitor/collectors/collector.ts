/** The name of the collector that the server starts itself, one row for each tenant. */
export const embeddedCollectorName = "embedded";

/** What a collector last said of itself. */
export interface CollectorHealth {
  version: string;
  sensors: number;
  /** 99th percentile of how late checks began, in milliseconds, over the last minute. */
  lagP99Ms: number;
  checksPerSec: number;
  spooledResults: number;
  droppedResults: number;
}

/** A program that polls sensors for one tenant. */
export interface Collector {
  id: string;
  /** Unique within the tenant. */
  name: string;
  /** Started by the server itself. */
  embedded: boolean;
  /** `pending`: not yet enrolled. */
  status: "pending" | "active" | "revoked";
  version: string | null;
  hostname: string | null;
  lastSeenAt: number | null;
  health: CollectorHealth | null;
  /** CIDRs, see `TargetLists` of remote parts: cloud metadata addresses are refused unless allowed by name. */
  targetAllow: readonly string[];
  targetDeny: readonly string[];
  createdAt: number;
}

/** The collector that a request came from. */
export interface CallingCollector {
  tenantId: string;
  id: string;
  name: string;
}
