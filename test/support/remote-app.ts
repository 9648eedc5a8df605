import type { FastifyInstance } from "fastify";
import { agentIntakeRoutes, createAgentIntake } from "#exposure/agents";
import { updateAgentSightings } from "#exposure/assets";
import { listContentsOfBundle, recordJobMessages } from "#exposure/audit-runs";
import { offerJobs } from "#exposure/audits";
import { findBundleForAgent } from "#exposure/bundles";
import { offerAssessments } from "#exposure/directories";
import { recordAssessments, recordInventory, recordReports } from "#exposure/flows";
import { createProbeIntake, probeIntakeRoutes } from "#exposure/probes";
import { offerRuns } from "#exposure/scans";
import { collectorRoutes, createCollectorIntake } from "#monitor/collectors";
import { offerErrands, recordErrand } from "#monitor/errands";
import { recordResults } from "#monitor/flows";
import type { Database } from "#platform/db";
import { buildApp } from "#platform/http";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { testBox } from "#test/directory-fixture";

/** How long raw results are kept, in milliseconds. */
const keepRawMs = 48 * 3_600_000;

/** What collectors, probes and agents call, as a server has it. */
export interface RemoteApp {
  app: FastifyInstance;
  /** Such as `POST /remote/v1/enrol`. */
  routes: readonly string[];
  close(): Promise<void>;
}

/**
 * @param options.now Unix epoch milliseconds.
 * @param options.monotonic milliseconds of any clock, by which agents may take so much of the server.
 */
export async function createRemoteApp(
  database: Database,
  { now, monotonic }: { now: () => number; monotonic: () => number },
): Promise<RemoteApp> {
  const log = createLog("silent", "test");
  const registry = createRegistry();
  const deps = { database, now };
  const collectors = await createCollectorIntake({
    ...deps,
    box: testBox,
    log,
    registry,
    keepRawMs,
    record: (collector, results) => recordResults(deps, collector, results),
    offerErrands: (collector, does) => offerErrands({ ...deps, box: testBox }, collector, does),
    recordErrand: (collector, report) => recordErrand(deps, collector, report),
  });
  const probes = await createProbeIntake({
    ...deps,
    log,
    registry,
    offerRuns,
    offerAssessments: (to, assessments) => offerAssessments(to, testBox, assessments),
    recordMessages: (probe, messages) => recordReports(deps, probe, messages),
    recordAssessments: (probe, messages) => recordAssessments(deps, probe, messages),
  });
  const agents = await createAgentIntake({
    ...deps,
    log,
    registry,
    monotonic,
    offerJobs: (to, jobs) => offerJobs(to, jobs, listContentsOfBundle),
    recordInventory: (agent, update) => recordInventory(deps, agent, update),
    recordMessages: (agent, messages) => recordJobMessages(deps, agent, messages),
    findBundle: (agent, sha256) => findBundleForAgent(database, agent, sha256),
    onSeen: (sightings) => updateAgentSightings(database.system, sightings),
  });
  const routes: string[] = [];
  const plugins = [
    collectorRoutes(collectors),
    probeIntakeRoutes(probes),
    agentIntakeRoutes(agents),
  ];
  const app = await buildApp({
    log,
    registry,
    plugins: plugins.map((plugin) => (scope) => {
      scope.addHook("onRoute", ({ method, url }) => {
        if (method !== "HEAD") routes.push(`${String(method)} ${url}`);
      });
      return plugin(scope);
    }),
  });
  await app.ready();
  return {
    app,
    routes,
    async close() {
      await app.close();
      for (const intake of [collectors, probes, agents]) await intake.close();
    },
  };
}
