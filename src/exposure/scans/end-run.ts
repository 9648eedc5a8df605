import { printableLine } from "#lib/printable";
import type { Tx } from "#platform/db";
import { updateEnded } from "./run-end.queries.ts";
import { lockReportedRuns } from "./run.queries.ts";
import { type ReportedRun, type RunEnd, stoppedSentence } from "./run.ts";

/**
 * Finds the runs that a probe's messages are about, and locks them until the transaction ends, so that messages of one
 * run are taken in one after the other. Runs of another probe, and those that are gone, are not among them.
 */
export async function findRunForReports(
  tx: Tx,
  tenantId: string,
  probeId: string,
  runIds: readonly string[],
): Promise<ReportedRun[]> {
  return lockReportedRuns(tx, tenantId, probeId, [...new Set(runIds)]);
}

/**
 * Ends a run as its probe says, and tells its scan. Said twice, it changes nothing; a run that the server had given up
 * ends as the probe says after all.
 *
 * @param now Unix epoch milliseconds: a probe's clock that is ahead does not put the end into the future.
 * @returns whether it was ended by this.
 */
export async function endRun(
  tx: Tx,
  input: { tenantId: string; runId: string; end: RunEnd; now: number },
): Promise<boolean> {
  const { tenantId, runId, end, now } = input;
  return updateEnded(tx, tenantId, runId, {
    state: end.outcome,
    error: errorOf(end),
    at: Math.min(end.at, now),
    progress: end.progress,
    abandoned: false,
  });
}

function errorOf({ outcome, error }: RunEnd): string | null {
  if (outcome === "completed") return null;
  if (outcome === "stopped") return stoppedSentence;
  // It ends up on terminals and pages.
  return printableLine(error ?? "").trim() || "The scan failed, and the probe did not say why.";
}
