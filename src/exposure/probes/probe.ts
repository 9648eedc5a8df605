/** The name of the probe that the server starts itself, one row for each tenant. */
export const embeddedProbeName = "embedded";

/**
 * The channel on which PostgreSQL tells the servers that there is news for a probe: a run or an assessment to
 * start or to stop, other target lists, or that it was disabled. The payload is the probe's id.
 */
export const probeNewsChannel = "vedette_scan_runs";

/** A probe that has not checked in for longer than this is offline, in milliseconds. */
export const onlineForMs = 600_000;

/** What a probe last said of itself. */
export interface ProbeHealth {
  /** Version of the nmap found, `null`: none. */
  nmap: string | null;
  /** Whether it pings hosts. */
  icmp: boolean;
  /** Runs it is working on, or whose messages it still holds. */
  runs: number;
  /** Assessments, likewise; absent: it is too old for them. */
  assessments?: number;
  /** Messages that wait on its disk. */
  spooled: number;
}

/** A program that scans for one tenant. */
export interface Probe {
  id: string;
  /** Unique within the tenant. */
  name: string;
  /** Started by the server itself. */
  embedded: boolean;
  companyId: string | null;
  /** `pending`: not yet enrolled. */
  status: "pending" | "active" | "disabled";
  version: string | null;
  hostname: string | null;
  lastSeenAt: number | null;
  health: ProbeHealth | null;
  /** CIDRs, see `TargetLists`. Cloud metadata addresses are never scanned. */
  targetAllow: readonly string[];
  targetDeny: readonly string[];
  createdAt: number;
}

/** The probe that a request came from. */
export interface CallingProbe {
  tenantId: string;
  id: string;
  name: string;
}

/** True while a probe counts as online: it checked in within the last 10 minutes. Computed when it is read. */
export function isOnline(lastSeenAt: number | null, now: number): boolean {
  return lastSeenAt !== null && now - lastSeenAt <= onlineForMs;
}
