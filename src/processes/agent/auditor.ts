import type { AuditFailure } from "#engines/scap-types";
import { printableLine, shortened } from "#lib/printable";
import type { AuditProgress, JobMessage } from "#wire/agent.v1";
import type { HostSystem } from "./install-hint.ts";

/** The longest sentence of a failure. */
const longestError = 1000;

/** What an audit is told, and whom it tells. */
export interface AuditContext {
  /** Of the host; `null`: not known yet. */
  readonly system: HostSystem | null;
  /** Ends it. What it comes to then is not looked at. */
  readonly signal: AbortSignal;
  /** Unix epoch milliseconds of the server. */
  now(): number;
  onProgress(progress: AuditProgress): void;
  /** A sentence for the log. */
  warn(sentence: string): void;
}

/** What an audit came to. */
export interface AuditEnd {
  readonly outcome: "completed" | AuditFailure;
  /** A sentence, of a failure. */
  readonly error: string | null;
  /** What is to be told: messages of the wire as JSON, the outcome last. */
  readonly messages: readonly string[];
}

/** Carries audits out. */
export interface Auditor {
  /** Ends what an earlier process of this agent left running, and deletes its scratch files. */
  cleanUp(): Promise<void>;
  /** Version of `oscap`; `null`: not installed. */
  version(): Promise<string | null>;
  /**
   * @param job of the server, and not checked yet.
   * @returns never rejects: whatever goes wrong is an end, too.
   */
  audit(jobId: string, job: unknown, context: AuditContext): Promise<AuditEnd>;
}

/** The end of an audit without a report. */
export function failed(
  jobId: string,
  failureAt: number,
  code: AuditFailure,
  why: string,
): AuditEnd {
  const error = shortened(printableLine(why), longestError);
  const message: JobMessage = { jobId, failure: { at: Math.round(failureAt), code, error } };
  return { outcome: code, error, messages: [JSON.stringify(message)] };
}
