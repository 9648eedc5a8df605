import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "#lib/ids";
import { makePartitions } from "#monitor/history";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { eventsOf, incidentsOf, stateOf } from "#test/monitor-rows";
import { type Seed, seedSensors, seedTenant } from "#test/seed";
import { until } from "#test/until";
import { recordResults } from "./record-results.ts";
import { updateSensor } from "./update-sensor.ts";

const { database } = await createTestDatabase();
const now = Date.now();

before(() =>
  makePartitions({
    database,
    now: Date.now,
    log: createLog("silent", "test"),
    retention: { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 },
  }),
);

const context = (seed: Seed, scopes: Context["scopes"] = ["read", "write"]): Context => ({
  tenantId: seed.tenantId,
  actor: { kind: "api_key", id: newId(), name: "ticketing" },
  scopes,
  database,
  now: () => now,
  requestId: "request",
});

const auditOf = statement<
  [tenantId: string],
  { action: string; subject_id: string; actor_name: string; detail: unknown }
>(
  "test.audit",
  "select action, subject_id, actor_name, detail from audit_log where tenant_id = $1 order by id",
);
const rowOf = statement<
  [tenantId: string, id: string],
  { name: string; enabled: boolean; interval_sec: number; assignment_revision: number }
>(
  "test.sensor",
  "select name, enabled, interval_sec, assignment_revision from sensors where tenant_id = $1 and id = $2",
);
const removalsOf = statement<[tenantId: string], { sensor_id: string }>(
  "test.removals",
  "select sensor_id from collector_removals where tenant_id = $1",
);

test("a change is written, told to the collector, and audited with who did it", async () => {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ name: "web", intervalSec: 60 }]);
  const revisions: string[] = [];
  const subscription = await database.listen("vedette_assignment", (payload) =>
    revisions.push(payload),
  );
  assert.equal(await updateSensor(context(seed), id, { name: "website", intervalSec: 30 }), true);
  await until(() => revisions.includes(seed.collectorId), { what: "the collector is told" });
  await subscription.close();
  const [row] = await database.forTenant(seed.tenantId).run(rowOf, [seed.tenantId, id]);
  assert.deepEqual([row?.name, row?.interval_sec], ["website", 30]);
  assert.deepEqual(await database.forTenant(seed.tenantId).run(auditOf, [seed.tenantId]), [
    {
      action: "sensor.update",
      subject_id: id,
      actor_name: "ticketing",
      detail: { name: { from: "web", to: "website" }, intervalSec: { from: 60, to: 30 } },
    },
  ]);
});

test("a change that changes nothing leaves no trace", async () => {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ name: "web" }]);
  assert.equal(await updateSensor(context(seed), id, {}), true);
  assert.equal(await updateSensor(context(seed), id, { name: "web", enabled: true }), true);
  assert.deepEqual(await database.forTenant(seed.tenantId).run(auditOf, [seed.tenantId]), []);
});

test("disabling closes the open incident at that moment, keeps state and cause, and stops the polling", async () => {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{}]);
  const failing = [30_000, 20_000, 10_000].map((ago) => ({
    sensorId: id,
    at: now - ago,
    ok: false,
    cause: "no answer",
    causeCode: "timeout",
  }));
  await recordResults({ database, now: () => now }, seed, failing);
  await updateSensor(context(seed), id, { enabled: false });
  const [incident] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual([incident?.closed_at, incident?.cause], [now, "no answer"]);
  const events = await eventsOf(database, seed.tenantId, incident?.id ?? "");
  assert.equal(events.at(-1)?.text, "the sensor was disabled by ticketing");
  const state = await stateOf(database, seed.tenantId, id);
  assert.deepEqual([state.state, state.failures, state.open_incident_id], ["down", 0, null]);
  assert.deepEqual(await database.forTenant(seed.tenantId).run(removalsOf, [seed.tenantId]), [
    { sensor_id: id },
  ]);

  // Enabled again, it counts from nothing: two failures are not enough.
  await updateSensor(context(seed), id, { enabled: true });
  await recordResults(
    { database, now: () => now },
    seed,
    [1000, 2000].map((ms) => ({ sensorId: id, at: now + ms, ok: false })),
  );
  assert.equal((await incidentsOf(database, seed.tenantId)).length, 1);
  await recordResults({ database, now: () => now }, seed, [
    { sensorId: id, at: now + 3000, ok: false },
  ]);
  assert.deepEqual(
    (await incidentsOf(database, seed.tenantId)).map((one) => one.opened_at),
    [now - 30_000, now + 1000],
  );
});

test("another tenant's sensor is no sensor, and a read-only key changes nothing", async () => {
  const seed = await seedTenant(database);
  const other = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ name: "web" }]);
  assert.equal(await updateSensor(context(other), id, { name: "stolen" }), false);
  assert.equal(await updateSensor(context(seed), newId(), { name: "x" }), false);
  await assert.rejects(
    updateSensor(context(seed, ["read"]), id, { name: "x" }),
    (error) => error instanceof Problem && error.code === "forbidden",
  );
  const [row] = await database.forTenant(seed.tenantId).run(rowOf, [seed.tenantId, id]);
  assert.equal(row?.name, "web");
});
