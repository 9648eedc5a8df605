import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { createMonitorApp, createTestKey } from "#test/monitor-app";
import { askMonitor, seedMonitor } from "#test/monitor-fixture";
import { type Seed, seedSensors, seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const now = 1_790_000_100_000;
const app = await createMonitorApp(database, { now: () => now });
const fixture = await seedMonitor(db, "incidents");
const ask = askMonitor(app, fixture.write);

interface Incident {
  id: string;
  openedAt: number;
  open: boolean;
  acknowledged: boolean;
}

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

async function idsOf(path: string): Promise<string[]> {
  const { incidents } = (await ask("GET", path)).json();
  return incidents.map((incident: Incident) => incident.id);
}

test("an incident shows its fields; the name is the sensor's current one, and a collector's says what it is", async () => {
  const { incidents } = (await ask("GET", "/incidents")).json();
  assert.deepEqual(incidents, [
    {
      id: fixture.collectorIncident,
      kind: "collector",
      sensorId: fixture.collectorId,
      sensorName: "collector collector",
      cause: "silent for 90 s",
      openedAt: 1790000020000,
      closedAt: null,
      open: true,
      acknowledged: false,
      acknowledgedAt: null,
      acknowledgedBy: null,
      flapping: false,
    },
    {
      id: fixture.openIncident,
      kind: "sensor",
      sensorId: fixture.down,
      sensorName: "web",
      cause: "HTTP 503, expected 200-299",
      openedAt: 1790000010000,
      closedAt: null,
      open: true,
      acknowledged: false,
      acknowledgedAt: null,
      acknowledgedBy: null,
      flapping: false,
    },
    {
      id: fixture.closedIncident,
      kind: "sensor",
      sensorId: fixture.down,
      sensorName: "web",
      cause: "timeout",
      openedAt: 1780000000000,
      closedAt: 1780000060000,
      open: false,
      acknowledged: false,
      acknowledgedAt: null,
      acknowledgedBy: null,
      flapping: false,
    },
  ]);
});

test("an incident of a sensor that is gone keeps the name that it had", async () => {
  const id = newId();
  await sql(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at)
     values ($1, $2, 'sensor', $3, 'gone sensor', 'timeout', 1, 2)`,
    [fixture.tenantId, id, newId()],
  );
  const { incidents } = (await ask("GET", "/incidents?state=closed")).json();
  assert.equal(
    incidents.find((incident: Incident) => incident.id === id).sensorName,
    "gone sensor",
  );
  await sql("delete from incidents where id = $1", [id]);
});

test("state=open, closed or all chooses; all is the default", async () => {
  assert.deepEqual(await idsOf("/incidents?state=open"), [
    fixture.collectorIncident,
    fixture.openIncident,
  ]);
  assert.deepEqual(await idsOf("/incidents?state=closed"), [fixture.closedIncident]);
  const all = [fixture.collectorIncident, fixture.openIncident, fixture.closedIncident];
  assert.deepEqual(await idsOf("/incidents?state=all"), all);
  assert.deepEqual(await idsOf("/incidents"), all);
  for (const state of ["", "Open", "opened", "true", "open,closed"]) {
    const reply = await ask("GET", `/incidents?state=${state}`);
    assert.equal(reply.statusCode, 400, state);
    assert.match(reply.json().error, /state must be one of open, closed, all/);
  }
  assert.equal((await ask("GET", "/incidents?state=open&state=all")).statusCode, 400);
});

test("the order is openedAt descending, then id, in pages as in the whole list", async () => {
  const seed = await seedTenant(database);
  // 2,300, of which many opened in the same millisecond.
  await seedIncidents(seed, 2300);
  const key = await createTestKey(database, seed.tenantId, "read");
  const askOther = askMonitor(app, key);
  const reply = (await askOther("GET", "/incidents")).json();
  const whole: Incident[] = reply.incidents;
  assert.deepEqual(
    [reply.count, reply.total, reply.limit, reply.hasMore],
    [2300, 2300, 2300, false],
  );
  const sorted = whole.toSorted((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? -1 : 1));
  assert.deepEqual(
    whole.map(({ id }) => id),
    sorted.map(({ id }) => id),
  );
  for (const state of ["all", "open", "closed"]) {
    const walked: Incident[] = [];
    for (let more = true; more;) {
      const page = (
        await askOther("GET", `/incidents?state=${state}&limit=700&offset=${walked.length}`)
      ).json();
      walked.push(...page.incidents);
      more = page.hasMore;
      assert.equal(
        page.total,
        (await askOther("GET", `/incidents?state=${state}&limit=1`)).json().total,
      );
    }
    const expected = whole.filter(({ open }) => state === "all" || open === (state === "open"));
    assert.deepEqual(walked, expected);
    const all = (await askOther("GET", `/incidents?state=${state}`)).json();
    assert.deepEqual(all.incidents, expected);
  }
});

test("acknowledge is true once, and false for what is acknowledged, closed or unknown", async () => {
  const path = (id: string) => `/incidents/${id}/acknowledge`;
  const first = await ask("POST", path(fixture.openIncident));
  assert.deepEqual([first.statusCode, first.json()], [200, { ok: true, acknowledged: true }]);
  for (const id of [
    fixture.openIncident,
    fixture.closedIncident,
    newId(),
    "nonsense",
    fixture.down,
  ]) {
    const reply = await ask("POST", path(id));
    assert.deepEqual([reply.statusCode, reply.json()], [200, { ok: true, acknowledged: false }]);
  }
  const { incidents } = (await ask("GET", "/incidents?state=open")).json();
  const shown = incidents.find((incident: Incident) => incident.id === fixture.openIncident);
  assert.deepEqual(
    [shown.open, shown.acknowledged, shown.acknowledgedAt, shown.acknowledgedBy],
    [true, true, now, "test key read_write"],
  );
  const audit = await sql("select action, actor_id, at from audit_log where subject_id = $1", [
    fixture.openIncident,
  ]);
  assert.deepEqual(
    audit.rows.map((row) => [row.action, row.actor_id, Number(row.at)]),
    [["incident.acknowledge", fixture.write.id, now]],
  );
  const events = await sql("select kind, text from incident_events where incident_id = $1", [
    fixture.openIncident,
  ]);
  assert.deepEqual(events.rows, [
    { kind: "acknowledged", text: "acknowledged by test key read_write" },
  ]);
});

test("of many who acknowledge at once, exactly one does", async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      ask("POST", `/incidents/${fixture.collectorIncident}/acknowledge`),
    ),
  );
  assert.ok(replies.every((reply) => reply.statusCode === 200));
  assert.equal(replies.filter((reply) => reply.json().acknowledged).length, 1);
  const { rows } = await sql("select from audit_log where subject_id = $1", [
    fixture.collectorIncident,
  ]);
  assert.equal(rows.length, 1);
});

test("acknowledge takes an empty body of any type, as curl -d '' sends it", async () => {
  for (const type of [undefined, "application/json", "application/x-www-form-urlencoded"]) {
    const headers =
      type === undefined
        ? fixture.write.headers
        : { ...fixture.write.headers, "content-type": type };
    const reply = await app.inject({
      method: "POST",
      url: `/monitor/public/v1/incidents/${newId()}/acknowledge`,
      headers,
      payload: "",
    });
    assert.deepEqual(reply.json(), { ok: true, acknowledged: false }, String(type));
  }
});

async function seedIncidents(seed: Seed, count: number): Promise<void> {
  const sensors = await seedSensors(
    database,
    seed,
    Array.from({ length: count }, () => ({})),
  );
  await sql(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at)
     select $1, gen_random_uuid(), 'sensor', sensor, 'x', 'timeout', 1000 + n / 50, case when n % 3 > 0 then 5000 end
     from unnest($2::uuid[]) with ordinality as s (sensor, n)`,
    [seed.tenantId, sensors],
  );
  // As autovacuum does it within a minute: plans made for empty tables are made anew.
  await sql("analyze", []);
}

test("one incident tells its timeline, oldest first, the check before what was decided on it", async () => {
  const seed = await seedTenant(database);
  const key = await createTestKey(database, seed.tenantId);
  const [sensor] = await seedSensors(database, seed, [{ name: "web" }]);
  const id = newId();
  await sql(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at)
     values ($1, $2, 'sensor', $3, 'web', 'no answer', 1000)`,
    [seed.tenantId, id, sensor],
  );
  for (const [at, kind] of [
    [3000, "opened"],
    [3000, "check_failed"],
    [1000, "check_failed"],
  ]) {
    await sql(
      "insert into incident_events (tenant_id, incident_id, id, at, kind, text) values ($1, $2, $3, $4, $5, 'no answer')",
      [seed.tenantId, id, newId(), at, kind],
    );
  }
  await askMonitor(app, key)("POST", `/incidents/${id}/acknowledge`);
  const { timeline, sensorName } = (await askMonitor(app, key)("GET", `/incidents/${id}`)).json();
  assert.equal(sensorName, "web");
  assert.deepEqual(
    timeline.map(({ at, kind }: { at: number; kind: string }) => [at, kind]),
    [
      [1000, "check_failed"],
      [3000, "check_failed"],
      [3000, "opened"],
      [now, "acknowledged"],
    ],
  );
});
