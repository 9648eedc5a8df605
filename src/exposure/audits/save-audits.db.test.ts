import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import {
  type AuditPlace,
  fixtureProfiles,
  seedAgent,
  seedAuditPlace,
  seedContentBundle,
} from "#test/audit-fixture";
import { createTestDatabase } from "#test/database";
import { operatorOf } from "#test/scan-fixture";
import { until } from "#test/until";
import { listAuditRows } from "./audit.queries.ts";
import { type Audit, memoryLimitsMb, timeLimitsSec } from "./audit.ts";
import { endJob } from "./end-job.ts";
import { listAuditsForOperators } from "./list-audits-for-operators.ts";
import { offerJobs } from "./offer-jobs.ts";
import { requestAudit } from "./request-audit.ts";
import { type AuditChanges, saveAudits } from "./save-audits.ts";

const { database, admin } = await createTestDatabase();
const now = Date.parse("2026-11-20T00:00:00Z");
const [standard = assert.fail(), anssi = assert.fail()] = fixtureProfiles;

async function rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

const operator = ({ tenantId }: AuditPlace) => operatorOf(database, tenantId, () => now);
const auditsOf = ({ tenantId }: AuditPlace) =>
  listAuditRows(database.forTenant(tenantId), tenantId);

async function save(place: AuditPlace, changes: Partial<AuditChanges>): Promise<void> {
  const context = operator(place);
  await database.transaction(place.tenantId, (tx) =>
    saveAudits(tx, context, { create: [], update: [], delete: [], ...changes }),
  );
}

function audit(place: AuditPlace, change: Partial<Audit> = {}): Audit {
  const id = newId();
  return {
    id,
    name: `audit ${id}`,
    bundleId: place.bundleId,
    profile: standard.id,
    siteId: null,
    tags: [],
    schedule: null,
    timeZone: "UTC",
    enabled: true,
    timeLimitSec: timeLimitsSec.usual,
    memoryLimitMb: memoryLimitsMb.usual,
    keepArf: false,
    ...change,
  };
}

async function nextRunOf({ id }: Audit): Promise<unknown> {
  const [row] = await rows("select next_run_at::float8 as at from audits where id = $1", [id]);
  return row?.["at"];
}

test("an audit is kept as it was declared, with the full id of its profile, and leaves a trace", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId, siteId } = place;
  const short = audit(place, {
    name: "nightly",
    profile: "standard",
    siteId,
    tags: ["web", "db"],
    schedule: "30 2 * * *",
    timeZone: "Europe/Berlin",
    keepArf: true,
  });
  await save(place, { create: [short] });
  const kept = { ...short, profile: standard.id };
  assert.deepEqual(await auditsOf(place), [kept]);
  assert.equal(await nextRunOf(short), Date.parse("2026-11-20T01:30:00Z"));
  const changed = { ...kept, profile: "anssi_standard", timeLimitSec: 60, tags: [] };
  await save(place, { update: [{ before: kept, after: changed }] });
  assert.deepEqual(await auditsOf(place), [{ ...changed, profile: anssi.id }]);
  await save(place, { delete: [changed] });
  assert.deepEqual(await auditsOf(place), []);
  const trace = await rows(
    `select action, detail ->> 'profile' as profile from audit_log where tenant_id = $1 order by action`,
    [tenantId],
  );
  assert.deepEqual(trace, [
    { action: "audit.create", profile: standard.id },
    { action: "audit.delete", profile: "anssi_standard" },
    { action: "audit.update", profile: anssi.id },
  ]);
});

test("a profile that is not in the bundle is refused with those that are; of hosts' own files any id passes", async () => {
  const place = await seedAuditPlace(database);
  await assert.rejects(save(place, { create: [audit(place, { name: "x", profile: "stig" })] }), {
    code: "invalid_request",
    message:
      'The audit "x" cannot be kept: the profile "stig" of the bundle "Debian" is not there: the content has standard, anssi_standard, cis_level1_server.',
  });
  const bundleId = await seedContentBundle(database, place.tenantId);
  for (const profile of ["--results=/etc/x", "", "a b"]) {
    await assert.rejects(save(place, { create: [audit(place, { bundleId, profile })] }), {
      code: "invalid_request",
      message: /is no id of letters, digits, dots, dashes and underscores\.$/,
    });
  }
  const own = audit(place, { bundleId, profile: "stig" });
  await save(place, { create: [own] });
  assert.deepEqual(await auditsOf(place), [own]);
});

test("limits that no agent takes, and bundles of another tenant, are refused", async () => {
  const place = await seedAuditPlace(database);
  const refuse = (change: Partial<Audit>, expected: object) =>
    assert.rejects(save(place, { create: [audit(place, { name: "x", ...change })] }), expected);
  const sentence = (what: string) => ({
    code: "invalid_request",
    message: `The audit "x" cannot be kept: ${what}.`,
  });
  await refuse({ timeLimitSec: 0 }, sentence("its time limit must be 1 to 86400 s, not 0"));
  await refuse({ timeLimitSec: 1.5 }, sentence("its time limit must be 1 to 86400 s, not 1.5"));
  await refuse({ memoryLimitMb: 15 }, sentence("its memory limit must be 16 to 65536 MB, not 15"));
  const { bundleId } = await seedAuditPlace(database);
  await refuse({ bundleId }, { code: "not_found", message: /"x" is for an unknown bundle/ });
  assert.deepEqual(await auditsOf(place), []);
});

test("when an audit is due next is worked out anew only when its schedule changes", async () => {
  const place = await seedAuditPlace(database);
  const before = audit(place, { schedule: "0 * * * *" });
  await save(place, { create: [before] });
  const set = Date.parse("2026-11-20T00:30:00Z");
  await rows("update audits set next_run_at = $2 where id = $1", [before.id, set]);
  const renamed = { ...before, name: "other", timeLimitSec: 60 };
  await save(place, { update: [{ before, after: renamed }] });
  assert.equal(await nextRunOf(before), set);
  const resting = { ...renamed, enabled: false };
  await save(place, { update: [{ before: renamed, after: resting }] });
  assert.equal(await nextRunOf(before), null);
  await save(place, { update: [{ before: resting, after: { ...resting, enabled: true } }] });
  assert.equal(await nextRunOf(before), now + 3_600_000);
});

test("agents hear of an audit that is deleted, and stop it", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const agentId = await seedAgent(database, tenantId);
  const gone = audit(place);
  await save(place, { create: [gone] });
  await requestAudit(operator(place), { name: gone.name });
  const said = { tenantId, agentId, progress: [], now };
  const fail = () => assert.fail("its texts are here");
  const { jobs } = await offerJobs(database, { ...said, holding: [] }, fail);
  const heard: string[] = [];
  const subscription = await database.listen("vedette_agent_jobs", (id) => heard.push(id));
  await save(place, { delete: [gone] });
  await until(() => heard.length === 1, { what: "the agent is told" });
  assert.deepEqual(heard, [agentId]);
  await subscription.close();
  const holding = jobs.map(({ jobId }) => jobId);
  const reply = await offerJobs(database, { ...said, holding }, fail);
  assert.deepEqual(reply, { jobs: [], stop: holding });
});

test("who may only read changes no audit, and nobody another tenant's", async () => {
  const place = await seedAuditPlace(database);
  const kept = audit(place);
  await save(place, { create: [kept] });
  const stranger = await seedAuditPlace(database);
  await save(stranger, { delete: [kept] });
  const after = { ...kept, bundleId: stranger.bundleId, name: "taken" };
  await save(stranger, { update: [{ before: kept, after }] });
  assert.deepEqual(await auditsOf(place), [kept]);
  const reader = { ...operator(place), scopes: ["read"] as const };
  await assert.rejects(
    database.transaction(place.tenantId, (tx) =>
      saveAudits(tx, reader, { create: [], update: [], delete: [kept] }),
    ),
    { code: "forbidden" },
  );
});

test("operators see for how many hosts an audit is, on how many it is open, and on how many it came to nothing", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId, siteId } = place;
  const first = await seedAgent(database, tenantId, { siteId, tags: ["web"] });
  await seedAgent(database, tenantId, { siteId, tags: ["web", "db"] });
  await seedAgent(database, tenantId, { tags: ["web"] });
  const here = audit(place, { name: "here", siteId, tags: ["web"] });
  await save(place, { create: [here, audit(place, { name: "nowhere", tags: ["mail"] })] });
  await requestAudit(operator(place), { name: "here" });
  const said = { tenantId, agentId: first, holding: [], progress: [], now };
  const offered = await offerJobs(database, said, () => assert.fail("its texts are here"));
  const [shown, nowhere] = await listAuditsForOperators(operator(place));
  assert.deepEqual(shown, {
    ...here,
    bundleName: "Debian",
    siteName: "HQ",
    hosts: 2,
    waiting: 1,
    running: 1,
    failing: 0,
    lastRunAt: now,
    nextRunAt: null,
    lastError: null,
  });
  assert.deepEqual([nowhere?.hosts, nowhere?.waiting, nowhere?.siteName], [0, 0, null]);

  const jobId = offered.jobs[0]?.jobId ?? assert.fail("there is a job");
  const outcome = { kind: "failed", code: "no_engine", error: "Install oscap." } as const;
  await database.transaction(tenantId, (tx) => endJob(tx, tenantId, first, jobId, outcome, now));
  const [failing] = await listAuditsForOperators(operator(place));
  assert.deepEqual([failing?.waiting, failing?.running, failing?.failing], [1, 0, 1]);
});
