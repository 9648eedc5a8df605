import type { AssessmentProgress, DirectoryFacts } from "#engines/directory-types";
import type { AssessmentJob, AssessmentMessage, CheckInReply } from "#wire/probe.v1";

/* What the probe and the process that assesses for it say to each other. */

/** One assessment. */
export interface AssessmentAsked {
  job: AssessmentJob;
  targets: CheckInReply["targets"] | null;
  /** Unix epoch milliseconds of the server. */
  now: number;
}

/** Other lists, which hold from now on. */
export interface AssessmentNews {
  targets: CheckInReply["targets"];
}

/** What it says meanwhile. */
export type AssessmentSaying =
  | { say: "progress"; progress: AssessmentProgress }
  | { say: "message"; message: AssessmentMessage }
  | { say: "fault"; ruleId: string; fault: string };

/** What it came to. */
export type AssessmentAnswer =
  | { facts: DirectoryFacts }
  /** A `DirectoryRefused`. */
  | { refused: string };
