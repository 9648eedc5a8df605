import { queuedForMs, silenceOf, silentAfterMs } from "#exposure/hand-outs";
import type { Database } from "#platform/db";
import { announce } from "#platform/live";
import type { Log } from "#platform/log";
import { listSilentRuns, updateEnded } from "./run-end.queries.ts";
import { stoppedSentence } from "./run.ts";

/**
 * Gives up runs whose probe was not heard of for 15 minutes, or was removed, and those that wait for a probe that was
 * not heard of for a day. What such a probe sends later is taken in, and ends the run in its own way; unless another run
 * of the scan began, it even runs on.
 */
export async function failSilentRuns(deps: {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
}): Promise<void> {
  const { database, log, now } = deps;
  const since = { heardBefore: now() - silentAfterMs, queuedBefore: now() - queuedForMs };
  for (const run of await listSilentRuns(database.system, since)) {
    const { tenantId, id } = run;
    const ending = run.stopRequested
      ? ({ state: "stopped", error: stoppedSentence } as const)
      : ({ state: "failed", error: silenceOf(run, "scanned") } as const);
    const ended = await database.transaction(tenantId, async (tx) => {
      const last = { ...ending, at: now(), progress: null, abandoned: true };
      if (!(await updateEnded(tx, tenantId, id, last))) return false;
      await announce(tx, tenantId, "scan_runs", [id]);
      return true;
    });
    if (ended) log.warn({ tenantId, runId: id, scan: run.scanName }, ending.error);
  }
}
