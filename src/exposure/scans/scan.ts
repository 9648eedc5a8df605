import type { ScanSpec, ScanType } from "#engines/scan-types";

/** What a scan does apart from its type and targets. */
export type ScanSettings = Omit<ScanSpec, "scanType" | "targets">;

/** A declared scan: what is to be scanned, by which probe, and when. */
export interface Scan {
  id: string;
  /** Unique within the tenant. */
  name: string;
  siteId: string;
  probeId: string;
  scanType: ScanType;
  targets: readonly string[];
  /** Five-field cron in `timeZone`; `null`: only when asked to. */
  schedule: string | null;
  timeZone: string;
  /** False: the schedule rests. It can still be asked for. */
  enabled: boolean;
  settings: ScanSettings;
}

/**
 * How it goes with a scan, true at all times; all in Unix epoch milliseconds.
 *
 * A run that was asked for or due is an attempt, whatever becomes of it. An attempt that could not even be queued, since
 * the run before it was still open, is one as well.
 */
export interface ScanHistory {
  /** When the latest run that completed had begun. */
  lastRunAt: number | null;
  /** When a run was last asked for or due. */
  lastAttemptAt: number | null;
  /** `null`: it has no schedule, or rests. */
  nextRunAt: number | null;
  /** Why what ended last (or was skipped last) was no good, a sentence; `null` from when a run completes. */
  lastError: string | null;
}

/** The whole of what a probe is to do. */
export function specOf(scan: Pick<Scan, "scanType" | "targets" | "settings">): ScanSpec {
  return { ...scan.settings, scanType: scan.scanType, targets: [...scan.targets] };
}
