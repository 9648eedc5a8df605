import { failSilentJobs, startDueAudits } from "#exposure/audits";
import { failSilentAssessments, startDueAssessments } from "#exposure/directories";
import {
  type AuditRetention,
  expireAcceptances,
  forgetAudits,
  rematchFindings,
  rematchPackages,
} from "#exposure/flows";
import { failSilentRuns, startDueScans } from "#exposure/scans";
import { expireErrands } from "#monitor/errands";
import { reconcileIncidents, watchCollectors } from "#monitor/flows";
import { maintainHistory, type Retention } from "#monitor/history";
import { forgetExpired } from "#platform/accounts";
import type { Database, DatabaseConnection } from "#platform/db";
import type { Config } from "#platform/config";
import { startPeriodic } from "#platform/jobs";
import type { Log } from "#platform/log";
import { syncStaleFeeds } from "./sync-stale-feeds.ts";

/** What the server does without being asked. */
export function startJobs(deps: {
  config: Config;
  database: Database;
  connection: DatabaseConnection;
  log: Log;
  now: () => number;
  retention: Retention;
  keepAudits: AuditRetention;
}): { stop(): Promise<void> } {
  const listeningSince = deps.now();
  const stopping = new AbortController();
  const { signal } = stopping;
  const jobs = [
    { name: "reconcile incidents", everyMs: 5_000, work: () => reconcileIncidents(deps) },
    {
      name: "watch collectors",
      everyMs: 5_000,
      work: () => watchCollectors({ ...deps, listeningSince }),
    },
    { name: "expire errands", everyMs: 5_000, work: () => expireErrands(deps) },
    { name: "maintain history", everyMs: 60_000, work: () => maintainHistory(deps) },
    { name: "start due scans", everyMs: 5_000, work: () => startDueScans(deps) },
    { name: "fail silent runs", everyMs: 30_000, work: () => failSilentRuns(deps) },
    { name: "start due audits", everyMs: 5_000, work: () => startDueAudits(deps) },
    { name: "fail silent audits", everyMs: 30_000, work: () => failSilentJobs(deps) },
    { name: "forget audits", everyMs: 3_600_000, work: () => forgetAudits(deps) },
    { name: "start due assessments", everyMs: 5_000, work: () => startDueAssessments(deps) },
    { name: "fail silent assessments", everyMs: 30_000, work: () => failSilentAssessments(deps) },
    { name: "forget ended sessions", everyMs: 3_600_000, work: () => forgetExpired(deps) },
    { name: "expire acceptances", everyMs: 30_000, work: () => expireAcceptances(deps) },
    { name: "rematch findings", everyMs: 30_000, work: () => rematchFindings(deps) },
    { name: "rematch packages", everyMs: 30_000, work: () => rematchPackages(deps) },
    { name: "sync feeds", everyMs: 600_000, work: () => syncStaleFeeds({ ...deps, signal }) },
  ].map((job) => startPeriodic(job, deps));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
