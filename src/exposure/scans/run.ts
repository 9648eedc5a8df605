import type { ScanSpec } from "#engines/scan-types";
import type { OpenWork } from "#exposure/hand-outs";
import type { RunProgress } from "#wire/probe.v1";

/** `queued`: its probe has not taken it yet. The last three are ends. */
export type RunState = "queued" | "running" | "completed" | "failed" | "stopped";

/**
 * How often a run is handed out without one more host done before it is given up: a scan that kills its probe must not do so
 * for ever. A long one that gets on may be interrupted as often as its server and probe are restarted.
 */
export const mostVainAttempts = 3;

/** The newest of a scan that are kept, with what became of their hosts: a year of one a day. */
export const mostKept = 400;

/** A run, as far as the messages of its probe are concerned. */
export interface ReportedRun {
  id: string;
  scanId: string;
  /** `null`: the scan went to another site since, and its first one is gone. */
  siteId: string | null;
  state: RunState;
  spec: ScanSpec;
  createdAt: number;
  startedAt: number | null;
}

/** A run that is queued or running, as a check-in of its probe finds it. */
export interface OpenRun extends OpenWork {
  scanName: string;
  /** How often it was handed out in all. */
  attempts: number;
  /** Of these, since a host of it was last done. */
  attemptsInVain: number;
}

/** What a probe says of its run, as the server keeps it. */
export interface RunEnd {
  outcome: "completed" | "failed" | "stopped";
  /** Unix epoch milliseconds. */
  at: number;
  error: string | null;
  progress: RunProgress | null;
}

export const stoppedSentence = "The run was stopped before it was done.";
