import type { AuditFailure } from "#engines/scap-types";
import type { OpenWork } from "#exposure/hand-outs";

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

/** A job that is queued or running, as a check-in of its agent finds it. */
export interface OpenJob extends OpenWork {
  /** How often it was handed out. */
  attempts: number;
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
