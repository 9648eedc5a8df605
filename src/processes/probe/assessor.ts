import type { AssessmentProgress, DirectoryFacts } from "#engines/directory-types";
import type { AssessmentJob, AssessmentMessage } from "#wire/probe.v1";
import type { TargetLists } from "./target-lists.ts";

/** What an assessment is told, and whom it tells. */
export interface AssessorContext {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Asked at each connection: other lists hold at once, also in the middle of it. */
  readonly targets: TargetLists;
  /** Unix epoch milliseconds of the server. */
  now(): number;
  onProgress(progress: AssessmentProgress): void;
  /** What is to be told of rules, in its order; waited for, so that it never piles up. */
  onMessage(message: AssessmentMessage): Promise<void>;
  /** What a rule found cannot be told whole; a sentence. */
  onFault(ruleId: string, fault: string): void;
}

/**
 * Carries assessments out, and makes the messages that tell of them, but for the end.
 *
 * @throws DirectoryRefused with a sentence for people. Any other error is a defect.
 */
export type Assessor = (job: AssessmentJob, context: AssessorContext) => Promise<DirectoryFacts>;
