import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { type TestMember, askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedMonitor } from "#test/monitor-fixture";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const now = 1_790_000_100_000;
const dayMs = 86_400_000;
const app = await createConsoleApp(database, { now: () => now });
const fixture = await seedMonitor(db, "overview");
const { tenantId, companyId, openIncident, collectorIncident } = fixture;
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);

const sql = (text: string, values: unknown[]) =>
  withClient(db.admin, undefined, (client) => client.query(text, values));

async function incidentOf(sensorId: string, openedAt: number, closedAt: number | null) {
  const id = newId();
  await sql(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at)
     values ($1, $2, 'sensor', $3, 'gateway', 'no reply', $4, $5)`,
    [tenantId, id, sensorId, openedAt, closedAt],
  );
  return id;
}

const ofCompany = await incidentOf(fixture.up, now - 1_000, null);
await incidentOf(fixture.up, now - 2 * dayMs, now - dayMs);

const overviewOf = async (member: TestMember, query = "") => {
  const reply = await askConsole(app, tenantId, member)("GET", `/overview/monitor${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
};

test("what is wrong now is told: open incidents, the ones that nobody took on first, and silent collectors", async () => {
  const { incidents, silentCollectors } = await overviewOf(viewer);
  assert.deepEqual([incidents.open, incidents.unacknowledged], [3, 3]);
  const newest = incidents.newest.map(({ id }: { id: string }) => id);
  assert.deepEqual(new Set(newest), new Set([ofCompany, openIncident, collectorIncident]));
  await sql("update incidents set acknowledged_at = 1 where tenant_id = $1 and id = $2", [
    tenantId,
    newest[0],
  ]);
  const later = (await overviewOf(viewer)).incidents;
  assert.deepEqual([later.open, later.unacknowledged], [3, 2]);
  assert.equal(later.newest.at(-1).id, newest[0]);
  assert.ok(silentCollectors.length > 0);
});

test("sensors are counted by state", async () => {
  const { sensors } = await overviewOf(viewer);
  const total = Object.values<number>(sensors).reduce((sum, count) => sum + count, 0);
  const { rows } = await sql("select count(*)::int as n from sensors where tenant_id = $1", [
    tenantId,
  ]);
  assert.equal(total, rows[0]?.["n"]);
});

test("incidents are counted by the day on which they opened, the days of the one who asks", async () => {
  const opened = async (until: number) =>
    (await overviewOf(limited, `?until=${until}`)).days
      .slice(-3)
      .map((day: { opened: number }) => day.opened);
  assert.deepEqual(await opened(now), [0, 1, 1]);
  assert.deepEqual(await opened(now + dayMs), [1, 1, 0]);
  const { days } = await overviewOf(viewer);
  assert.equal(days.length, 30);
  assert.equal(days[0].from, now - 30 * dayMs);
});

test("the day on which clocks change has an hour less or more, and the other days begin at midnight all the same", async () => {
  const daysOf = async (until: string, timezone: string): Promise<{ from: number }[]> =>
    (await overviewOf(viewer, `?until=${Date.parse(until)}&timezone=${timezone}`)).days;
  const spring = await daysOf("2027-03-29T22:00:00Z", "Europe/Berlin");
  assert.deepEqual(
    spring.slice(-3).map(({ from }) => new Date(from).toISOString()),
    ["2027-03-26T23:00:00.000Z", "2027-03-27T23:00:00.000Z", "2027-03-28T22:00:00.000Z"],
  );
  const [first] = await daysOf("2027-11-01T23:00:00Z", "Europe/Berlin");
  assert.equal(first?.from, Date.parse("2027-10-02T22:00:00Z"));
});

test("who sees some companies only is told of their sensors and incidents, and of no collector", async () => {
  const { incidents, silentCollectors, sensors, days } = await overviewOf(limited);
  assert.equal(incidents.open, 1);
  assert.deepEqual(
    incidents.newest.map(({ id }: { id: string }) => id),
    [ofCompany],
  );
  assert.deepEqual(silentCollectors, []);
  assert.equal(
    Object.values<number>(sensors).reduce((sum, count) => sum + count, 0),
    1,
  );
  assert.equal(
    days.reduce((sum: number, day: { opened: number }) => sum + day.opened, 0),
    2,
  );
});

test("another tenant's people get 404, nobody gets 401, nonsense gets 400", async () => {
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const path = "/overview/monitor";
  assert.equal((await askConsole(app, tenantId, stranger)("GET", path)).statusCode, 404);
  assert.equal((await askConsole(app, tenantId, null)("GET", path)).statusCode, 401);
  const ask = askConsole(app, tenantId, viewer);
  for (const until of ["-1", "x", "1.5", "99999999999999999999", "1&until=2"]) {
    assert.equal((await ask("GET", `${path}?until=${until}`)).statusCode, 400, until);
  }
  for (const zone of ["Mars", "%2B02:00", "UTC&timezone=UTC", "a%00b"]) {
    assert.equal((await ask("GET", `${path}?timezone=${zone}`)).statusCode, 400, zone);
  }
  const empty = (await askConsole(app, theirs.tenantId, stranger)("GET", path)).json();
  assert.equal(empty.incidents.open, 0);
});
