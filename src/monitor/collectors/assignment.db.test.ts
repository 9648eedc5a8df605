import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { openSettings, sealSecrets } from "#monitor/sensors";
import { createSealedBox } from "#platform/crypto";
import { statement } from "#platform/db";
import { createLog } from "#platform/log";
import { createChangeFeed } from "#platform/remote-parts";
import { createTestDatabase } from "#test/database";
import { type Seed, seedSensors, seedTenant } from "#test/seed";
import type { Assignment } from "#wire/collector.v1";
import { assignmentChanged } from "./assignment-changed.ts";
import { assignmentChannel } from "./assignment.ts";
import { readAssignment } from "./read-assignment.ts";

const { database } = await createTestDatabase();
const box = createSealedBox(randomBytes(32));
const reader = { database, box, log: createLog("silent", "test"), now: () => 5 };

const read = (seed: Seed, since: number | null) =>
  readAssignment(reader, { tenantId: seed.tenantId, id: seed.collectorId, name: "c" }, since);

const update = statement<
  [
    tenantId: string,
    id: string,
    enabled: boolean,
    collectorId: string,
    interval: number,
    rev: number,
  ],
  never
>(
  "test.assignment.update",
  `update sensors set enabled = $3, collector_id = $4, interval_sec = $5, assignment_revision = $6
   where tenant_id = $1 and id = $2`,
);
const remove = statement<[tenantId: string, id: string], never>(
  "test.assignment.remove",
  "delete from sensors where tenant_id = $1 and id = $2",
);

/** As PATCH and apply do it. */
async function change(
  { tenantId, collectorId }: Seed,
  id: string,
  to: { enabled?: boolean; collectorId?: string; intervalSec?: number },
): Promise<void> {
  const { enabled = true, intervalSec = 60 } = to;
  const target = to.collectorId ?? collectorId;
  await database.transaction(tenantId, async (tx) => {
    const stays = enabled && target === collectorId;
    let revision = await assignmentChanged(tx, tenantId, collectorId, stays ? [] : [id]);
    if (target !== collectorId) revision = await assignmentChanged(tx, tenantId, target, []);
    await tx.run(update, [tenantId, id, enabled, target, intervalSec, revision]);
  });
}

/** What a collector knows after an answer, by the rules of the wire. */
function merged(known: Map<string, number>, news: Assignment): Map<string, number> {
  const next = new Map(news.full ? [] : known);
  for (const sensor of news.sensors) next.set(sensor.id, sensor.intervalSec);
  for (const id of news.removed) next.delete(id);
  return next;
}

test("who knows nothing gets every enabled sensor, who knows it gets what changed, and then nothing", async () => {
  const seed = await seedTenant(database);
  const [a = "", b = "", c = ""] = await seedSensors(database, seed, [{}, {}, { enabled: false }]);
  const all = await read(seed, null);
  assert.deepEqual(new Set(all.sensors.map((sensor) => sensor.id)), new Set([a, b]));
  assert.ok(all.full && all.removed.length === 0);
  await change(seed, a, { enabled: false });
  await change(seed, b, { intervalSec: 90 });
  await change(seed, c, {});
  const news = await read(seed, all.revision);
  assert.equal(news.full, false);
  assert.deepEqual(news.removed, [a]);
  assert.deepEqual(
    new Map(news.sensors.map((sensor) => [sensor.id, sensor.intervalSec])),
    new Map([
      [b, 90],
      [c, 60],
    ]),
  );
  const nothing = await read(seed, news.revision);
  assert.deepEqual([nothing.full, nothing.sensors, nothing.removed], [false, [], []]);
  assert.equal((await read(seed, news.revision + 1)).full, true, "a restored database");
});

test("a sensor that comes back is not removed, and a moved one is removed here and added there", async () => {
  const seed = await seedTenant(database);
  const otherId = newId();
  const insert = statement<[tenantId: string, id: string], never>(
    "test.assignment.collector",
    "insert into collectors (tenant_id, id, name, created_at) values ($1, $2, 'other', 0)",
  );
  await database.forTenant(seed.tenantId).run(insert, [seed.tenantId, otherId]);
  const other = { tenantId: seed.tenantId, collectorId: otherId };
  const [a = "", b = ""] = await seedSensors(database, seed, [{}, {}]);
  const { revision } = await read(seed, null);
  await change(seed, a, { enabled: false });
  await change(seed, a, {});
  await change(seed, b, { collectorId: otherId });
  const here = await read(seed, revision);
  assert.deepEqual(here.removed, [b]);
  assert.deepEqual(
    here.sensors.map((sensor) => sensor.id),
    [a],
  );
  assert.deepEqual(
    (await read(other, 0)).sensors.map((sensor) => sensor.id),
    [b],
  );
  await database.forTenant(seed.tenantId).run(remove, [seed.tenantId, b]);
  await database.transaction(seed.tenantId, (tx) =>
    assignmentChanged(tx, seed.tenantId, otherId, [b]),
  );
  assert.deepEqual((await read(other, 1)).removed, [b]);
});

test("credentials arrive opened, and a sensor whose credentials do not open leaves the others be", async () => {
  const seed = await seedTenant(database);
  const [good = "", bad = ""] = await seedSensors(database, seed, [
    { type: "snmp", target: "10.0.0.1", host: ["cpu"] },
    { type: "snmp", target: "10.0.0.2" },
  ]);
  const seal = statement<[tenantId: string, id: string, settings: string, sealed: Buffer], never>(
    "test.assignment.seal",
    "update sensors set settings = $3::jsonb, sealed_secrets = $4 where tenant_id = $1 and id = $2",
  );
  const sealed = sealSecrets(box, good, { community: "s3cret" });
  assert.ok(sealed !== null);
  for (const id of [good, bad]) {
    await database
      .forTenant(seed.tenantId)
      .run(seal, [seed.tenantId, id, `{"version":"2c"}`, sealed]);
  }
  assert.throws(() => openSettings(box, bad, {}, sealed));
  assert.deepEqual((await read(seed, null)).sensors, [
    {
      id: good,
      intervalSec: 60,
      failuresBeforeDown: 3,
      successesBeforeUp: 2,
      spec: {
        type: "snmp",
        target: "10.0.0.1",
        snmp: { version: "2c", community: "s3cret" },
        interfaces: [],
        host: ["cpu"],
      },
    },
  ]);
});

test("whatever changes at once, a collector that always asks since its last answer misses nothing", async () => {
  const seed = await seedTenant(database);
  const ids = await seedSensors(
    database,
    seed,
    Array.from({ length: 8 }, () => ({})),
  );
  const feed = await createChangeFeed(database, assignmentChannel);
  let known = new Map<string, number>();
  let since: number | null = null;
  let done = false;
  const following = (async () => {
    const watch = feed.watch(seed.collectorId);
    while (!done) {
      const news: Assignment = await read(seed, since);
      known = merged(known, news);
      if (news.revision === since) await watch.wait(1000, new AbortController().signal);
      since = news.revision;
    }
    watch.stop();
  })();
  await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; i < 40; i++) {
        const id = ids[(writer * 3 + i) % ids.length] ?? "";
        await change(seed, id, { enabled: (i * 7 + writer) % 3 !== 0, intervalSec: 30 + i });
      }
    }),
  );
  done = true;
  feed.endWaits();
  await following;
  known = merged(known, await read(seed, since));
  assert.deepEqual(known, merged(new Map(), await read(seed, null)));
  await feed.close();
});

test("a change wakes the requests that wait for this collector, and no others", async () => {
  const [one, other] = [await seedTenant(database), await seedTenant(database)];
  const [id = ""] = await seedSensors(database, one, [{}]);
  const feed = await createChangeFeed(database, assignmentChannel);
  const [watch, elsewhere] = [feed.watch(one.collectorId), feed.watch(other.collectorId)];
  const never = new AbortController().signal;
  const woken = watch.wait(30_000, never);
  let otherWoke = false;
  void elsewhere.wait(30_000, never).then(() => (otherWoke = true));
  await change(one, id, { enabled: false });
  assert.equal(await woken, true, "it did not wait in vain");
  assert.equal(otherWoke, false);
  feed.endWaits();
  await feed.close();
});
