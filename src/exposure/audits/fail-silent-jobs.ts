import type { Database } from "#platform/db";
import { announce } from "#platform/live";
import type { Log } from "#platform/log";
import { type SilentJob, listSilentJobs, updateEnded } from "./job.queries.ts";
import { queuedForMs, silentForMs, stoppedSentence } from "./job.ts";

/**
 * Gives up jobs whose agent was revoked, has not taken them for 7 days, or was not heard of for their time limit and 15
 * minutes more. What an agent sends later is taken in, and ends the job in its own way.
 */
export async function failSilentJobs(deps: {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
}): Promise<void> {
  const { database, log, now } = deps;
  const since = { queuedBefore: now() - queuedForMs, heardBefore: now() - silentForMs };
  for (const job of await listSilentJobs(database.system, since)) {
    const { tenantId, id } = job;
    const ending = job.stopRequested
      ? ({ state: "stopped", code: "stopped", error: stoppedSentence } as const)
      : ({ state: "failed", code: null, error: describe(job) } as const);
    const ended = await database.transaction(tenantId, async (tx) => {
      const last = { ...ending, at: now(), abandoned: true };
      const job = await updateEnded(tx, tenantId, null, id, last);
      if (job !== null) await announce(tx, tenantId, "audit_jobs", [job.auditId]);
      return job;
    });
    if (ended !== null) log.warn({ tenantId, jobId: id, audit: job.auditName }, ending.error);
  }
}

function describe({ agentName, state, isRevoked, timeLimitSec }: SilentJob): string {
  const agent = `The agent ${JSON.stringify(agentName)}`;
  if (isRevoked) return `${agent} was revoked.`;
  if (state === "queued") {
    return `${agent} did not take up the audit within ${queuedForMs / 86_400_000} days.`;
  }
  const minutes = Math.ceil(timeLimitSec / 60) + silentForMs / 60_000;
  return `${agent} was not heard of for ${minutes} minutes while it audited its host.`;
}
