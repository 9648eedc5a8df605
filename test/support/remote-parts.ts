import assert from "node:assert/strict";
import { createAgentToken } from "#exposure/agents";
import { readBatch, requestAudit } from "#exposure/audits";
import { offerAssessments, requestAssessment } from "#exposure/directories";
import { createProbeIn } from "#exposure/probes";
import { offerRuns, requestRun } from "#exposure/scans";
import { newId } from "#lib/ids";
import { createCollectorIn } from "#monitor/collectors";
import type { Context } from "#platform/context";
import { type Database, statement } from "#platform/db";
import { type AuditPlace, fixtureSha256, seedAudit } from "#test/audit-fixture";
import { seedDirectory, testBox } from "#test/directory-fixture";
import type { RemoteApp } from "#test/remote-app";
import type { RemoteWork } from "#test/remote-messages";
import { operatorOf, seedScan } from "#test/scan-fixture";
import { seedSensors } from "#test/seed";

/** A collector, a probe and an agent of one tenant, with work in hand. */
export interface RemoteParts {
  tenantId: string;
  context: Context;
  collectorId: string;
  probeId: string;
  directoryId: string;
  auditId: string;
  /** By the first word of the path behind the version. */
  credentials: Readonly<Record<"collector" | "probe" | "agent", string>>;
  work: RemoteWork;
}

const insertErrand = statement<
  [tenantId: string, id: string, collectorId: string, userId: string],
  never
>(
  "test.remote.errand",
  `insert into errands (tenant_id, id, collector_id, user_id, kind, state, created_at, expires_at)
   values ($1, $2, $3, $4, 'check', 'running', 0, 8640000000000000)`,
);

const insertParts = statement<[tenantId: string, sensorId: string], never>(
  "test.remote.sensor-parts",
  `insert into sensor_parts (tenant_id, sensor_id, kind, name, declared) values ($1, $2, 'interface', 'Gi0/1', true)`,
);

/**
 * Lets a collector, a probe and an agent of the place enrol, and gives each something to do.
 *
 * @param userId who asks for the errand.
 */
export async function seedRemoteParts(
  { app }: RemoteApp,
  database: Database,
  now: () => number,
  { userId, ...place }: AuditPlace & { userId: string },
): Promise<RemoteParts> {
  const { tenantId } = place;
  const context = operatorOf(database, tenantId, now);
  const name = newId();
  const [collector, probe] = await database.transaction(tenantId, async (tx) => [
    await createCollectorIn(tx, context, { name }),
    await createProbeIn(tx, context, { name, companyId: null }),
  ]);
  const wanted = { note: "", siteId: null, tags: [name], uses: 1, validForMs: 3_600_000 };
  const { token } = await createAgentToken(context, wanted);
  const enrol = async (path: string, own: string): Promise<string> => {
    const payload = { token: own, version: "1", hostname: name };
    const reply = await app.inject({ method: "POST", url: `/remote/v1/${path}`, payload });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json().credential;
  };
  const credentials = {
    collector: await enrol("enrol", collector.token),
    probe: await enrol("probe/enrol", probe.token),
    agent: await enrol("agent/enrol", token),
  };
  const collectorId = collector.id;
  const [device = "", site = ""] = await seedSensors(database, { tenantId, collectorId }, [
    { type: "snmp", host: ["storage"] },
    { type: "http", target: "https://a.test/" },
  ]);
  const errandId = newId();
  const db = database.forTenant(tenantId);
  await db.run(insertParts, [tenantId, device]);
  await db.run(insertErrand, [tenantId, errandId, collectorId, userId]);

  const probed = { tenantId, siteId: place.siteId, probeId: probe.id };
  const { runId } = await requestRun(context, await seedScan(database, probed));
  const directory = await seedDirectory(database, probed);
  const { assessmentId } = await requestAssessment(context, { name: directory.name });
  const held = { tenantId, probeId: probe.id, holding: [], progress: [], now: now() };
  await offerRuns(database, held);
  await offerAssessments(database, testBox, held);

  const audit = await seedAudit(database, place, { tags: [name], keepArf: true });
  const { batchId } = await requestAudit(context, { name: audit.name });
  const [job] = await readBatch(context, batchId);
  const work = {
    device,
    site,
    errandId,
    runId,
    assessmentId,
    jobId: job?.id ?? assert.fail("no job"),
    sha256: fixtureSha256,
  };
  return {
    tenantId,
    context,
    collectorId,
    probeId: probe.id,
    directoryId: directory.id,
    auditId: audit.id,
    credentials,
    work,
  };
}

const reviveErrand = statement<[id: string], never>(
  "test.remote.revive-errand",
  "update errands set state = 'running', ended_at = null, report = null, failure = null where id = $1",
);
const reviveRun = statement<[id: string], never>(
  "test.remote.revive-run",
  `with gone as (delete from scan_run_hosts where run_id = $1)
   update scan_runs set state = 'running', finished_at = null, error = null, abandoned_at = null where id = $1`,
);
const reviveAssessment = statement<[id: string], never>(
  "test.remote.revive-assessment",
  "update assessments set state = 'running', ended_at = null, error = null, abandoned = false where id = $1",
);
const reviveJob = statement<[id: string], never>(
  "test.remote.revive-job",
  `with gone as (delete from audit_runs where job_id = $1)
   update audit_jobs set state = 'running', started_at = 1, finished_at = null, error = null, error_code = null,
     abandoned_at = null where id = $1`,
);

/** Makes that the work that a message tells of is under way, and nothing came of it yet. */
export async function reviveWork(
  { system }: Database,
  work: RemoteWork,
  url: string,
): Promise<void> {
  if (url.endsWith("/errands")) await system.run(reviveErrand, [work.errandId]);
  if (url.endsWith("/agent/results")) await system.run(reviveJob, [work.jobId]);
  if (!url.endsWith("/reports")) return;
  await system.run(reviveRun, [work.runId]);
  await system.run(reviveAssessment, [work.assessmentId]);
}
