import { printableLine, shortened } from "#lib/printable";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { updateEnded } from "./job.queries.ts";
import { type EndedJob, type JobOutcome, stoppedSentence } from "./job.ts";

/** Characters of a sentence about a failure that are kept. */
const longestError = 1000;

/**
 * Ends a job as its agent says. What the server had given up ends so after all. The job stays locked until the transaction
 * ends.
 *
 * @param at Unix epoch milliseconds of the server's clock.
 * @returns the job; `null` when it is unknown, another agent's, was never handed out, or has ended already.
 */
export async function endJob(
  tx: Tx,
  tenantId: string,
  agentId: string,
  jobId: string,
  outcome: JobOutcome,
  at: number,
): Promise<EndedJob | null> {
  const { code, error } = outcome.kind === "completed" ? { code: null, error: null } : outcome;
  const job = await updateEnded(tx, tenantId, agentId, jobId, {
    state: outcome.kind,
    code,
    error: error === null ? null : sentenceOf(outcome.kind, error),
    at,
    abandoned: false,
  });
  if (job !== null) await announce(tx, tenantId, "audit_jobs", [job.auditId]);
  return job;
}

/** It ends up on terminals and pages. */
function sentenceOf(kind: JobOutcome["kind"], error: string): string {
  if (kind === "stopped") return stoppedSentence;
  const said = shortened(printableLine(error).trim(), longestError);
  return said === "" ? "The audit failed, and the agent did not say why." : said;
}
