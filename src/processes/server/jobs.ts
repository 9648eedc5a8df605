import { expireAcceptances, rematchFindings } from "#exposure/flows";
import { failSilentRuns, startDueScans } from "#exposure/scans";
import { reconcileIncidents, watchCollectors } from "#monitor/flows";
import { maintainHistory, type Retention } from "#monitor/history";
import type { Database } from "#platform/db";
import { startPeriodic } from "#platform/jobs";
import type { Log } from "#platform/log";

/** What the server does without being asked. */
export function startJobs(deps: {
  database: Database;
  log: Log;
  now: () => number;
  retention: Retention;
}): { stop(): Promise<void> } {
  const listeningSince = deps.now();
  const jobs = [
    { name: "reconcile incidents", everyMs: 5_000, work: () => reconcileIncidents(deps) },
    {
      name: "watch collectors",
      everyMs: 5_000,
      work: () => watchCollectors({ ...deps, listeningSince }),
    },
    { name: "maintain history", everyMs: 60_000, work: () => maintainHistory(deps) },
    { name: "start due scans", everyMs: 5_000, work: () => startDueScans(deps) },
    { name: "fail silent runs", everyMs: 30_000, work: () => failSilentRuns(deps) },
    { name: "expire acceptances", everyMs: 30_000, work: () => expireAcceptances(deps) },
    { name: "rematch findings", everyMs: 30_000, work: () => rematchFindings(deps) },
  ].map((job) => startPeriodic(job, deps));
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
