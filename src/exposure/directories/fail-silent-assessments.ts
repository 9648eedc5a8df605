import { queuedForMs, silenceOf, silentAfterMs } from "#exposure/hand-outs";
import type { Database } from "#platform/db";
import { announce } from "#platform/live";
import type { Log } from "#platform/log";
import { listSilentAssessments, updateEnded } from "./assessment.queries.ts";
import { stoppedSentence } from "./assessment.ts";

/**
 * Gives up assessments whose probe was not heard of for 15 minutes, or was removed, and those that wait for a probe that
 * was not heard of for a day. What such a probe sends later is taken in, and ends the assessment in its own way; unless
 * another of the directory began, it even runs on.
 */
export async function failSilentAssessments(deps: {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
}): Promise<void> {
  const { database, log, now } = deps;
  const since = { heardBefore: now() - silentAfterMs, queuedBefore: now() - queuedForMs };
  for (const silent of await listSilentAssessments(database.system, since)) {
    const { tenantId, id } = silent;
    const ending = silent.stopRequested
      ? ({ state: "stopped", error: stoppedSentence } as const)
      : ({ state: "failed", error: silenceOf(silent, "assessed the directory") } as const);
    const ended = await database.transaction(tenantId, async (tx) => {
      const last = { ...ending, at: now(), facts: null, abandoned: true };
      if (!(await updateEnded(tx, tenantId, id, last))) return false;
      await announce(tx, tenantId, "assessments", [id]);
      return true;
    });
    const what = { tenantId, assessmentId: id, directory: silent.directoryName };
    if (ended) log.warn(what, ending.error);
  }
}
