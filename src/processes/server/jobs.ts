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
  ].map((job) => startPeriodic(job, deps));
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
