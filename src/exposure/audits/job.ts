import type { AuditFailure } from "#engines/scap-types";

/** `queued`: its agent has not taken it yet. The last three are ends. */
export type JobState = "queued" | "running" | "completed" | "failed" | "stopped";

/** A job that its agent has not taken after so long is given up, in milliseconds: the host is gone, or off for good. */
export const queuedForMs = 7 * 86_400_000;

/**
 * A job under way is given up when its agent was silent for its time limit and this, in milliseconds. What the agent sends
 * later is taken in all the same.
 */
export const silentForMs = 15 * 60_000;

/** How often a job is handed out before it is given up: an audit that kills its agent must not do so for ever. */
export const mostAttempts = 3;

/** An agent carries out one audit after another; a job that waits is still queued, not running. */
export const jobsInHand = 1;

/** A job that is queued or running, as a check-in of its agent finds it. */
export interface OpenJob {
  id: string;
  state: "queued" | "running";
  stopRequested: boolean;
  /** How often it was handed out. */
  attempts: number;
}

/** A job that its agent speaks of and that is not open. */
export interface ClosedJob {
  id: string;
  state: "completed" | "failed" | "stopped";
  /** The server ended it, not the agent. */
  abandoned: boolean;
  /** Another job of the same audit for this host is open now. */
  hasSuccessor: boolean;
}

/** What a check-in leads to. All are ids of jobs but for `hand`. */
export interface CheckInDecision {
  /** To be handed to the agent: for the first time, or once more since it lost them. */
  hand: readonly OpenJob[];
  /** The agent is to stop them. */
  stop: readonly string[];
  /** To be ended as stopped: the agent has nothing of them, and they were not wanted any more. */
  endStopped: readonly string[];
  /** To be ended as failed: handed out too often. */
  giveUp: readonly string[];
  /** Given up while the agent was silent, and alive: they run on. */
  revive: readonly string[];
}

/**
 * Decides what a check-in means for the jobs of the agent.
 *
 * @param open its queued and running ones, the oldest first.
 * @param holding what it is working on, or whose outcome it still has.
 * @param closed what became of those in `holding` that are not open; one that is missing is gone, with its audit.
 */
export function decideCheckIn(
  open: readonly OpenJob[],
  holding: readonly string[],
  closed: readonly ClosedJob[],
): CheckInDecision {
  const held = new Set(holding);
  const lost = open.filter(({ id, state }) => state === "running" && !held.has(id));
  const wanted = lost.filter(({ stopRequested }) => !stopRequested);
  const again = wanted.filter(({ attempts }) => attempts < mostAttempts);
  const revive = closed
    .filter((job) => job.state === "failed" && job.abandoned && !job.hasSuccessor)
    .map(idOf);
  // One that ended by its own word is about to leave the agent's hands: there is nothing to stop.
  const goesOn = new Set([
    ...open.filter(({ stopRequested }) => !stopRequested).map(idOf),
    ...closed.filter(({ abandoned }) => !abandoned).map(idOf),
    ...revive,
  ]);
  const room = jobsInHand - held.size - again.length;
  const fresh = open.filter(({ id, state }) => state === "queued" && !held.has(id));
  return {
    hand: [...again, ...fresh.slice(0, Math.max(0, room))],
    stop: [...held].filter((id) => !goesOn.has(id)),
    endStopped: lost.filter(({ stopRequested }) => stopRequested).map(idOf),
    giveUp: wanted.filter(({ attempts }) => attempts >= mostAttempts).map(idOf),
    revive,
  };
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** What an agent says of its job in the end. */
export type JobOutcome =
  | { kind: "completed" }
  | { kind: "failed" | "stopped"; code: AuditFailure; error: string };

/** A job with what its run is recorded under. */
export interface EndedJob {
  id: string;
  auditId: string;
  auditName: string;
  bundleId: string;
  bundleName: string;
  batchId: string;
  /** Unix epoch milliseconds. */
  createdAt: number;
  /** When it was first handed out. */
  startedAt: number;
}

export const stoppedSentence = "The audit was stopped before it was done.";
