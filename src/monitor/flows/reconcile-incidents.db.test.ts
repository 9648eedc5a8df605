import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "#lib/ids";
import { makePartitions } from "#monitor/history";
import { saveMaintenanceWindow } from "#monitor/maintenance";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { incidentsOf, stateOf } from "#test/monitor-rows";
import { seedSensors, seedTenant } from "#test/seed";
import { reconcileIncidents } from "./reconcile-incidents.ts";
import { recordResults } from "./record-results.ts";

const { database } = await createTestDatabase();
const start = Date.now() - 600_000;

before(() =>
  makePartitions({
    database,
    now: Date.now,
    log: createLog("silent", "test"),
    retention: { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 },
  }),
);

const failing = (sensorId: string, from: number) =>
  [0, 10_000, 20_000].map((ms) => ({
    sensorId,
    at: from + ms,
    ok: false,
    cause: "no answer",
    causeCode: "timeout",
  }));

test("a failure that outlasts its maintenance window opens an incident at the window's end", async () => {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ tags: ["core"] }]);
  const window = {
    id: newId(),
    name: "patch day",
    startsAt: start - 1000,
    endsAt: start + 60_000,
    cron: null,
    timeZone: "UTC",
    durationMin: null,
    sensorIds: [],
    tags: ["core"],
    companyIds: [],
  };
  await database.transaction(seed.tenantId, (tx) =>
    saveMaintenanceWindow(tx, seed.tenantId, window, start),
  );
  const during = { database, now: () => start + 25_000 };
  await recordResults(during, seed, failing(id, start));
  assert.equal(await reconcileIncidents(during), 0);
  assert.equal((await stateOf(database, seed.tenantId, id)).held_because, "maintenance: patch day");
  assert.deepEqual(await incidentsOf(database, seed.tenantId), []);

  assert.equal(await reconcileIncidents({ database, now: () => start + 61_000 }), 1);
  const [incident] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual([incident?.opened_at, incident?.subject_id], [start + 60_000, id]);
});

test("a child whose parent was checked and is well gets its incident without a result of its own; two replicas open one", async () => {
  const seed = await seedTenant(database);
  const [parent = ""] = await seedSensors(database, seed, [{ name: "core" }]);
  const [child = ""] = await seedSensors(database, seed, [{ parentId: parent }]);
  const deps = { database, now: () => start + 40_000 };
  await recordResults(
    deps,
    seed,
    [0, 1000].map((ms) => ({ sensorId: parent, at: start + ms, ok: true })),
  );
  await recordResults(deps, seed, failing(child, start + 2000));
  assert.match(
    (await stateOf(database, seed.tenantId, child)).held_because ?? "",
    /waiting for the next check of its parent core/,
  );
  await recordResults(deps, seed, [{ sensorId: parent, at: start + 30_000, ok: true }]);
  const opened = await Promise.all([reconcileIncidents(deps), reconcileIncidents(deps)]);
  assert.equal(opened[0] + opened[1], 1);
  assert.deepEqual(
    (await incidentsOf(database, seed.tenantId)).map((one) => [one.subject_id, one.opened_at]),
    [[child, start + 2000]],
  );
});
