import { createAgentIntake } from "#exposure/agents";
import { updateAgentSightings } from "#exposure/assets";
import { listContentsOfBundle, recordJobMessages } from "#exposure/audit-runs";
import { offerJobs } from "#exposure/audits";
import { type BundleShelf, findBundleForAgent } from "#exposure/bundles";
import { offerAssessments } from "#exposure/directories";
import { createFeedSync } from "#exposure/feeds";
import { recordAssessments, recordInventory, recordReports } from "#exposure/flows";
import {
  createProbeIntake,
  ensureEmbeddedProbes,
  issueEmbeddedTokens as issueProbeTokens,
} from "#exposure/probes";
import { offerRuns } from "#exposure/scans";
import {
  createCollectorIntake,
  issueEmbeddedTokens as issueCollectorTokens,
} from "#monitor/collectors";
import { offerErrands, recordErrand } from "#monitor/errands";
import { recordResults } from "#monitor/flows";
import { makePartitions } from "#monitor/history";
import { createAccounts, makeSetUpToken } from "#platform/accounts";
import type { Config } from "#platform/config";
import { createSealedBox, readOrMakeKeyFile } from "#platform/crypto";
import type { Database } from "#platform/db";
import type { PartReadiness } from "#platform/http";
import { openInstallation } from "#platform/installation";
import { createLiveHub } from "#platform/live";
import { createLog } from "#platform/log";
import { addProcessMetrics, createRegistry } from "#platform/metrics";
import { isInvited } from "#platform/people";
import { listTenants } from "#platform/tenants";
import { buildServerApp } from "./build-server-app.ts";
import { runEmbeddedPart } from "./embedded-part.ts";
import { ensureFirstTenant } from "./first-tenant.ts";
import { startJobs } from "./jobs.ts";
import { listen } from "./listen.ts";
import { showOpenIncidents } from "./open-incidents.ts";
import { untilStopped } from "./until-stopped.ts";
import { welcome } from "./welcome.ts";

const hourMs = 3_600_000;

/**
 * Runs the server until it is told to stop (SIGTERM, SIGINT), top to bottom: what is opened later is closed earlier.
 *
 * @throws Problem with a sentence for the one who started it, when it cannot start or cannot go on.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel, "vedette");
  const now = Date.now;
  for (const setting of config.unknownSettings)
    log.warn({ setting }, "this is no setting of Vedette");
  const registry = createRegistry();
  addProcessMetrics(registry);
  await using open = new AsyncDisposableStack();

  const installation = await openInstallation(config, { as: "server", name: "vedette serve", log });
  open.defer(() => installation.close());
  const { database } = installation;
  const key = await readOrMakeKeyFile(config.secretKeyFile);
  const box = createSealedBox(key);

  const retention = {
    rawHours: config.keepRawHours,
    fiveMinuteDays: config.keep5MinDays,
    hourDays: config.keep1HourDays,
  };
  await makePartitions({ database, log, now, retention });
  await ensureFirstTenant(database, now);
  await ensureEmbeddedProbes(database, now);

  const collectors = await createCollectorIntake({
    database,
    box,
    log,
    now,
    registry,
    keepRawMs: config.keepRawHours * hourMs,
    record: (collector, results) => recordResults({ database, now }, collector, results),
    offerErrands: (collector, doesErrands) =>
      offerErrands({ database, box, now }, collector, doesErrands),
    recordErrand: (collector, report) => recordErrand({ database, now }, collector, report),
  });
  open.defer(() => collectors.close());
  const probes = await createProbeIntake({
    database,
    log,
    now,
    registry,
    offerRuns,
    offerAssessments: (db, assessments) => offerAssessments(db, box, assessments),
    recordMessages: (probe, messages) => recordReports({ database, now }, probe, messages),
    recordAssessments: (probe, messages) => recordAssessments({ database, now }, probe, messages),
  });
  open.defer(() => probes.close());
  const shelf: BundleShelf = new Map();
  const agents = await createAgentIntake({
    database,
    log,
    now,
    registry,
    offerJobs: (db, jobs) => offerJobs(db, jobs, listContentsOfBundle),
    recordInventory: (agent, update) => recordInventory({ database, now }, agent, update),
    recordMessages: (agent, messages) => recordJobMessages({ database, now }, agent, messages),
    findBundle: (agent, sha256) => findBundleForAgent(database, agent, sha256, shelf),
    onSeen: (sightings) => updateAgentSightings(database.system, sightings),
  });
  open.defer(() => agents.close());

  const accounts = await createAccounts({
    connection: installation.connection,
    database,
    key,
    publicUrl: config.publicUrl,
    oidc: config.oidc,
    isInvited: (email) => isInvited(database.system, email, now()),
    log,
  });
  open.defer(() => accounts.close());
  const live = await createLiveHub(database);
  open.defer(() => live.close());

  const feedSync = createFeedSync({
    connection: installation.connection,
    now,
    sources: config.feedSources,
    dataDir: config.dataDir,
    log,
  });
  open.defer(() => feedSync.stop());

  const embedded: ReturnType<typeof runEmbeddedPart>[] = [];
  const readiness = async () => [
    await databaseReadiness(database),
    ...embedded.map((part) => part.readiness()),
  ];
  const { app, close } = await buildServerApp({
    config,
    database,
    log,
    now,
    registry,
    collectors,
    probes,
    agents,
    accounts,
    live,
    feedSync,
    box,
    readiness,
  });
  open.defer(close);
  const address = await listen(app, config);

  const place = { config, database, log, now, serverUrl: address.local };
  if (config.embeddedCollector) {
    const wasHeard = (id: string) => collectors.hasAssignment(id);
    const issueTokens = issueCollectorTokens;
    embedded.push(runEmbeddedPart({ ...place, part: "collector", issueTokens, wasHeard }));
  }
  if (config.embeddedProbe) {
    const wasHeard = (id: string) => probes.hasCheckedIn(id);
    const issueTokens = issueProbeTokens;
    embedded.push(runEmbeddedPart({ ...place, part: "probe", issueTokens, wasHeard }));
  }
  open.defer(async () => {
    await Promise.all(embedded.map((part) => part.stop()));
  });
  const incidents = showOpenIncidents({ registry, database, log });
  open.defer(() => incidents.stop());
  const jobs = startJobs({
    config,
    database,
    connection: installation.connection,
    log,
    now,
    retention,
    keepAudits: { auditDays: config.keepAuditDays, arfDays: config.keepArfDays },
  });
  open.defer(() => jobs.stop());

  const url = config.publicUrl ?? address.shown;
  process.stdout.write(welcome(url, await makeSetUpToken(database, now)));
  await untilStopped(installation.lost, log);
}

async function databaseReadiness(database: Database): Promise<PartReadiness> {
  const because = await listTenants(database.system).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { name: "database", ready: because === null, because };
}
