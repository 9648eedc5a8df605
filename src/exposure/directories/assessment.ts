import type { AssessmentProgress, DirectoryFacts, DirectoryType } from "#engines/directory-types";
import type { OpenWork } from "#exposure/hand-outs";
import type { AssessmentSummary } from "#exposure/identity";

/** `queued`: its probe has not taken it yet. The last three are ends. */
export type AssessmentState = "queued" | "running" | "completed" | "failed" | "stopped";

/**
 * How often an assessment is handed out before it is given up: one that kills its probe must not do so for ever. What was
 * read is in the probe's memory alone, so each attempt begins anew.
 */
export const mostAttempts = 3;

/** The newest of a directory that are kept: a year of one a day. */
export const mostKept = 400;

/** An assessment that is queued or running, as a check-in of its probe finds it. */
export interface OpenAssessment extends OpenWork {
  /** How often it was handed out. */
  attempts: number;
  probeName: string;
  /** Why it cannot be handed out, a sentence. */
  error: string | null;
}

/** An assessment, as far as the messages of its probe are concerned. */
export interface ReportedAssessment {
  id: string;
  directoryId: string;
  directoryName: string;
  type: DirectoryType;
  siteId: string | null;
  state: AssessmentState;
  /** When it was handed out last, in Unix epoch milliseconds: what it tells is not older. */
  handedAt: number;
}

/** What a probe says of its assessment in the end. */
export interface AssessmentEnd {
  outcome: "completed" | "failed" | "stopped";
  /** Unix epoch milliseconds. */
  at: number;
  error: string | null;
  facts: DirectoryFacts | null;
}

/** How it goes with an assessment. */
export interface AssessmentReport {
  id: string;
  directoryName: string;
  state: AssessmentState;
  progress: AssessmentProgress | null;
  /** Why it failed, was stopped, or cannot begin, a sentence. */
  error: string | null;
  /** Who asked for it; `schedule`. */
  requestedBy: string;
  /** Unix epoch milliseconds. */
  createdAt: number;
  /** When it was first handed out. */
  startedAt: number | null;
  endedAt: number | null;
  /** What it came to, once it has completed. */
  summary: AssessmentSummary | null;
}

export const stoppedSentence = "The assessment was stopped before it was done.";
