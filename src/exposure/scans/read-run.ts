import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type RunHost, listRunHosts } from "./run-host.queries.ts";
import { type RunFigures, type RunReport, countRun, findRunReport } from "./run-report.queries.ts";

/**
 * How it goes with a run; cheap enough to ask every second.
 *
 * @throws Problem `not_found`, also for a run whose scan was deleted.
 */
export async function readRun(context: Context, runId: string): Promise<RunReport> {
  const { tenantId, database } = context;
  const run = await findRunReport(database.forTenant(tenantId), tenantId, runId);
  if (run === null) throw new Problem("not_found", "There is no such run any more.");
  return run;
}

/** What a run found, and which hosts it left alone or lost, with the reason. */
export interface RunOutcome {
  figures: RunFigures;
  /** Skipped and dropped ones, by address. */
  leftOut: readonly RunHost[];
}

/** What a run led to so far; of one that ended, in the end. */
export async function readRunOutcome(context: Context, runId: string): Promise<RunOutcome> {
  const { tenantId, database } = context;
  return database.snapshot(tenantId, async (tx) => {
    const hosts = await listRunHosts(tx, tenantId, runId);
    return {
      figures: await countRun(tx, tenantId, runId),
      leftOut: hosts.filter(({ outcome }) => outcome === "skipped" || outcome === "dropped"),
    };
  });
}
