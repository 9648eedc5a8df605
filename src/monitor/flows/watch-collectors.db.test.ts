import assert from "node:assert/strict";
import { test } from "node:test";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { eventsOf, incidentsOf, stateOf } from "#test/monitor-rows";
import { seedSensors, seedTenant } from "#test/seed";
import { watchCollectors } from "./watch-collectors.ts";

const { database } = await createTestDatabase();
const heardAt = 1_700_000_000_000;

const hear = statement<[tenantId: string, at: number, status: string], never>(
  "test.collector.hear",
  "update collectors set last_seen_at = $2, status = $3 where tenant_id = $1",
);

test("a silent collector gets one incident from when it was last heard of, and its sensors stay as they were", async () => {
  const seed = await seedTenant(database);
  const [sensor = ""] = await seedSensors(database, seed, [{}]);
  await database.system.run(hear, [seed.tenantId, heardAt, "active"]);
  const at = (now: number) => ({ database, now: () => now, listeningSince: heardAt });

  await watchCollectors(at(heardAt + 89_000));
  assert.deepEqual(await incidentsOf(database, seed.tenantId), []);
  await Promise.all([watchCollectors(at(heardAt + 91_000)), watchCollectors(at(heardAt + 91_000))]);
  await watchCollectors(at(heardAt + 96_000));
  const [open, ...more] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual(
    [open?.kind, open?.subject_id, open?.opened_at, more.length],
    ["collector", seed.collectorId, heardAt, 0],
  );
  assert.match(
    open?.cause ?? "",
    /collector has not been heard of since 2023-11-14T22:13:20\.000Z/,
  );
  assert.equal((await stateOf(database, seed.tenantId, sensor)).state, null);

  await database.system.run(hear, [seed.tenantId, heardAt + 200_000, "active"]);
  await watchCollectors(at(heardAt + 201_000));
  const [closed] = await incidentsOf(database, seed.tenantId);
  assert.equal(closed?.closed_at, heardAt + 200_000);
  assert.deepEqual(
    (await eventsOf(database, seed.tenantId, closed?.id ?? "")).map((event) => event.kind),
    ["opened", "closed"],
  );
});

test("the incident of a collector that is revoked ends with the revocation", async () => {
  const seed = await seedTenant(database);
  await database.system.run(hear, [seed.tenantId, heardAt, "active"]);
  await watchCollectors({ database, now: () => heardAt + 100_000, listeningSince: 0 });
  await database.system.run(hear, [seed.tenantId, heardAt, "revoked"]);
  await watchCollectors({ database, now: () => heardAt + 120_000, listeningSince: 0 });
  assert.equal((await incidentsOf(database, seed.tenantId))[0]?.closed_at, heardAt + 120_000);
});
