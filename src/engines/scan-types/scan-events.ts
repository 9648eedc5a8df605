import type { HostReport } from "./host-report.ts";
import type { ScanSpec } from "./scan-spec.ts";

/** How far a scan is. Counts only grow. */
export interface ScanProgress {
  /** `discovery` → `ports` → `services`; hosts may be in different ones: the earliest counts. */
  readonly phase: "discovery" | "ports" | "services";
  readonly hostsTotal: number;
  /** Hosts whose report was given. */
  readonly hostsDone: number;
  readonly hostsUp: number;
  readonly openPorts: number;
  /** 0 to 100: the share of all probes that were sent or became needless. */
  readonly percent: number;
}

/** What a scan needs from where it runs. */
export interface ScanContext {
  /** Ends the scan at once: no probe is sent after it. */
  readonly signal: AbortSignal;
  /** Whether the probe may touch an address at all: its own deny and allow lists. A sentence when not. */
  readonly refuse: (address: string) => string | null;
  /** Addresses of an earlier attempt at the same run that need not be scanned again. */
  readonly done: ReadonlySet<string>;
  readonly now: () => number;
  readonly onProgress: (progress: ScanProgress) => void;
  /** Called once for every host, as soon as it is known; waits for the promise, so that memory stays bounded. */
  readonly onHost: (report: HostReport) => Promise<void>;
}

/**
 * Scans. It resolves when every host was reported or the signal ended it.
 *
 * @throws ScanRefused when the spec cannot be carried out: a bad target or list of ports, at once; a name that does not
 * resolve, after all other targets were scanned and reported, so that one stale name does not keep the rest unseen.
 */
export type ScanEngine = (spec: ScanSpec, context: ScanContext) => Promise<void>;

/** The scan cannot be carried out; the message says what and where, for a person. */
export class ScanRefused extends Error {
  override name = "ScanRefused";
}
