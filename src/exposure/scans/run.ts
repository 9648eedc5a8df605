import type { ScanSpec } from "#engines/scan-types";
import type { RunProgress } from "#wire/probe.v1";

/** `queued`: its probe has not taken it yet. The last three are ends. */
export type RunState = "queued" | "running" | "completed" | "failed" | "stopped";

/** A run is given up when its probe was silent for so long. What it sends later is taken in all the same. */
export const silentAfterMs = 15 * 60_000;

/**
 * How often a run is handed out without one more host done before it is given up: a scan that kills its probe must not do so
 * for ever. A long one that gets on may be interrupted as often as its server and probe are restarted.
 */
export const mostVainAttempts = 3;

/**
 * A probe carries out one run after another, so that a scan's budget is what its network really gets; and a run that
 * waits is still queued, not running.
 */
export const runsInHand = 1;

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
export interface OpenRun {
  id: string;
  scanName: string;
  state: "queued" | "running";
  stopRequested: boolean;
  /** How often it was handed out in all. */
  attempts: number;
  /** Of these, since a host of it was last done. */
  attemptsInVain: number;
}

/** A run that its probe speaks of and that is not open. */
export interface ClosedRun {
  id: string;
  state: "completed" | "failed" | "stopped";
  /** The server ended it, not the probe. */
  abandoned: boolean;
  /** Another run of the same scan is open now. */
  hasSuccessor: boolean;
}

/** What a check-in leads to. All are ids of runs but for `hand`. */
export interface CheckInDecision {
  /** To be handed to the probe: for the first time, or once more since it lost them. */
  hand: readonly OpenRun[];
  /** The probe is to stop them. */
  stop: readonly string[];
  /** To be ended as stopped: the probe has nothing of them, and they were not wanted any more. */
  endStopped: readonly string[];
  /** To be ended as failed: handed out in vain too often. */
  giveUp: readonly string[];
  /** Given up while the probe was silent, and alive: they run on. */
  revive: readonly string[];
}

/**
 * Decides what a check-in means for the runs of the probe.
 *
 * @param open its queued and running ones, the oldest first.
 * @param holding what it is working on, or still has messages of.
 * @param closed what became of those in `holding` that are not open; one that is missing is gone, with its scan.
 */
export function decideCheckIn(
  open: readonly OpenRun[],
  holding: readonly string[],
  closed: readonly ClosedRun[],
): CheckInDecision {
  const held = new Set(holding);
  const running = open.filter(({ state }) => state === "running");
  const lost = running.filter(({ id }) => !held.has(id));
  const again = lost.filter((run) => !run.stopRequested && run.attemptsInVain < mostVainAttempts);
  const revive = closed
    .filter((run) => run.state === "failed" && run.abandoned && !run.hasSuccessor)
    .map(({ id }) => id);
  // One that ended by its own word is about to leave the probe's hands: there is nothing to stop.
  const isStill = new Set([
    ...open.map(({ id }) => id),
    ...revive,
    ...closed.filter(({ abandoned }) => !abandoned).map(({ id }) => id),
  ]);
  const room = runsInHand - held.size - again.length;
  const fresh = open.filter(({ state }) => state === "queued").slice(0, Math.max(0, room));
  return {
    hand: [...again, ...fresh],
    stop: [
      ...running.filter(({ id, stopRequested }) => stopRequested && held.has(id)).map(idOf),
      ...holding.filter((id) => !isStill.has(id)),
    ],
    endStopped: lost.filter(({ stopRequested }) => stopRequested).map(idOf),
    giveUp: lost
      .filter((run) => !run.stopRequested && run.attemptsInVain >= mostVainAttempts)
      .map(idOf),
    revive,
  };
}

function idOf({ id }: { id: string }): string {
  return id;
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
