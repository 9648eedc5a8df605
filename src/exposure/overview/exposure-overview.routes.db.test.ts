import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { type TestMember, askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedExposure } from "#test/exposure-fixture";
import { seedFindings } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const now = 1_790_000_100_000;
const app = await createConsoleApp(database, { now: () => now });
const ours = await seedExposure(db, "overview");
const { tenantId, companyId, lost, critical, info } = ours;
const [elsewhere] = await seedFindings(database, tenantId, [
  { assetId: lost, severity: "HIGH", riskScore: 99 },
]);
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);

const sql = (text: string, values: unknown[]) =>
  withClient(db.admin, undefined, (client) => client.query(text, values));

const overviewOf = async (member: TestMember, query = "") => {
  const reply = await askConsole(app, tenantId, member)("GET", `/overview/exposure${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
};

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

test("open findings are counted by severity, and the riskiest are shown first", async () => {
  const { findings } = await overviewOf(viewer);
  assert.deepEqual(ids(findings.worst), [elsewhere, critical, info]);
  assert.deepEqual(findings.open, { CRITICAL: 1, HIGH: 1, MEDIUM: 0, LOW: 0, INFO: 1 });
  assert.equal(findings.kev, 1);
});

test("the last day ends with what is open now, if it has not ended yet", async () => {
  const { days, findings } = await overviewOf(viewer, `?until=${now + 1}`);
  assert.equal(days.length, 30);
  assert.deepEqual(days.at(-1).open, findings.open);
});

test("days begin at midnight by the clocks of the one who asks, also before these were changed", async () => {
  const until = Date.parse("2027-03-29T22:00:00Z");
  const { days } = await overviewOf(viewer, `?until=${until}&timezone=Europe/Berlin`);
  assert.deepEqual(
    days.slice(-2).map(({ from }: { from: number }) => from),
    [Date.parse("2027-03-27T23:00:00Z"), Date.parse("2027-03-28T22:00:00Z")],
  );
});

test("what failed when it was last tried is told with its reason, and no more once it went well", async () => {
  await sql(
    "update scans set last_error = 'the probe was restarted', last_run_at = $2 where tenant_id = $1",
    [tenantId, now],
  );
  const { failures } = await overviewOf(viewer);
  assert.ok(failures.length > 0);
  assert.deepEqual([failures[0].kind, failures[0].error], ["scan", "the probe was restarted"]);
  await sql("update scans set last_error = null where tenant_id = $1", [tenantId]);
  assert.deepEqual((await overviewOf(viewer)).failures, []);
});

test("silent probes and agents are told", async () => {
  await sql(`update probes set status = 'active', last_seen_at = $2 where tenant_id = $1`, [
    tenantId,
    now - 3_600_000,
  ]);
  const { silent } = await overviewOf(viewer);
  assert.ok(silent.some(({ kind }: { kind: string }) => kind === "probe"));
  await sql(`update probes set last_seen_at = $2 where tenant_id = $1`, [tenantId, now]);
  const later = (await overviewOf(viewer)).silent;
  assert.ok(!later.some(({ kind }: { kind: string }) => kind === "probe"));
});

test("who sees some companies only is told of their assets, and of no probe, agent or feed", async () => {
  await sql("update probes set last_seen_at = 1 where tenant_id = $1", [tenantId]);
  const { findings, silent, silentAgents, oldFeeds } = await overviewOf(limited);
  assert.deepEqual(ids(findings.worst), [critical, info]);
  assert.deepEqual(findings.open, { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 1 });
  assert.deepEqual([silent, silentAgents, oldFeeds], [[], 0, []]);
});

test("another tenant's people get 404, nobody gets 401, nonsense gets 400", async () => {
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const path = "/overview/exposure";
  assert.equal((await askConsole(app, tenantId, stranger)("GET", path)).statusCode, 404);
  assert.equal((await askConsole(app, tenantId, null)("GET", path)).statusCode, 401);
  const ask = askConsole(app, tenantId, viewer);
  for (const until of ["-1", "x", "1.5", "99999999999999999999"]) {
    assert.equal((await ask("GET", `${path}?until=${until}`)).statusCode, 400, until);
  }
  assert.equal((await ask("GET", `${path}?timezone=Mars`)).statusCode, 400);
  const { findings, has } = (await askConsole(app, theirs.tenantId, stranger)("GET", path)).json();
  assert.deepEqual(findings.worst, []);
  assert.deepEqual([has.sites, has.scans, has.agents], [false, false, false]);
});
