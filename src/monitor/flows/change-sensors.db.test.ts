import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "#lib/ids";
import { makePartitions } from "#monitor/history";
import type { Context } from "#platform/context";
import { withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { type News, createLiveHub } from "#platform/live";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { incidentsOf } from "#test/monitor-rows";
import { type Seed, seedSensors, seedTenant } from "#test/seed";
import { until } from "#test/until";
import type { CheckResult } from "#wire/collector.v1";
import { type SensorsChanger, changeSensors } from "./change-sensors.ts";
import { deleteSensors } from "./delete-sensors.ts";
import { recordResults } from "./record-results.ts";

const { database, admin } = await createTestDatabase();
const now = Date.now();

before(() =>
  makePartitions({
    database,
    now: Date.now,
    log: createLog("silent", "test"),
    retention: { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 },
  }),
);

const contextOf = (seed: Seed, scopes: Context["scopes"] = ["read", "write"]): SensorsChanger => ({
  mayMoveCredentials: true,
  tenantId: seed.tenantId,
  actor: { kind: "user", id: newId(), name: "Ada" },
  scopes,
  database,
  now: () => now,
  requestId: "request",
});

async function rows(text: string, values: readonly unknown[]) {
  const answer = await withClient(admin, undefined, (client) => client.query(text, [...values]));
  return answer.rows;
}

/** Results of one sensor, a second apart: `+` is good, `-` fails. */
const results = (sensorId: string, pattern: string, from: number): CheckResult[] =>
  Array.from(pattern, (sign, i) =>
    sign === "+"
      ? { sensorId, at: from + i * 1000, ok: true, latencyMs: i }
      : { sensorId, at: from + i * 1000, ok: false, cause: "no answer", causeCode: "timeout" },
  );

test("many sensors are changed at once: incidents close, collectors hear of it once, each change is audited", async () => {
  const seed = await seedTenant(database);
  const ids = await seedSensors(database, seed, [
    { name: "a", tags: ["old", "kept"] },
    { name: "b", enabled: false },
    { name: "c" },
  ]);
  await recordResults(
    { database, now: () => now },
    seed,
    results(ids[0] ?? "", "---", now - 10_000),
  );
  const change = { enabled: false, addTags: ["new"], removeTags: ["old"] };
  const done = await changeSensors(contextOf(seed), [...ids, newId()], change);
  assert.deepEqual(done, { matched: 3, changed: 3 });

  const after = await rows(
    "select name, enabled, tags from sensors where tenant_id = $1 order by name",
    [seed.tenantId],
  );
  assert.deepEqual(after, [
    { name: "a", enabled: false, tags: ["kept", "new"] },
    { name: "b", enabled: false, tags: ["new"] },
    { name: "c", enabled: false, tags: ["new"] },
  ]);
  const [incident] = await incidentsOf(database, seed.tenantId);
  assert.equal(incident?.closed_at, now);
  const removals = await rows(
    "select assignment_revision::int as revision from collector_removals where tenant_id = $1",
    [seed.tenantId],
  );
  assert.deepEqual(removals, [{ revision: 1 }, { revision: 1 }], "b was not polled");
  const audit = await rows(
    "select detail from audit_log where tenant_id = $1 and action = 'sensor.update' and subject_id = $2",
    [seed.tenantId, ids[0]],
  );
  assert.deepEqual(audit[0]?.detail, {
    enabled: { from: true, to: false },
    tags: { from: ["old", "kept"], to: ["kept", "new"] },
  });
  const again = await changeSensors(contextOf(seed), ids, change);
  assert.deepEqual(again, { matched: 3, changed: 0 });
});

test("credentials go to another collector only by who may decide so; then nothing of the change is done", async () => {
  const seed = await seedTenant(database);
  const ids = await seedSensors(database, seed, [{ name: "bare" }, { name: "router" }]);
  const other = newId();
  await rows(
    "insert into collectors (tenant_id, id, name, status, created_at) values ($1, $2, 'other', 'active', 0)",
    [seed.tenantId, other],
  );
  await rows("update sensors set sealed_secrets = '\\x00' where id = $1", [ids[1]]);
  const operator = { ...contextOf(seed), mayMoveCredentials: false };
  await assert.rejects(changeSensors(operator, ids, { collectorId: other }), {
    code: "forbidden",
    message: /^The credentials of "router" would go to another collector/,
  });
  const moved = () =>
    rows("select name from sensors where collector_id = $1 order by name", [other]);
  assert.deepEqual(await moved(), []);
  await changeSensors(operator, ids, { intervalSec: 90, collectorId: seed.collectorId });
  await changeSensors(operator, ids.slice(0, 1), { collectorId: other });
  await changeSensors(contextOf(seed), ids, { collectorId: other });
  assert.deepEqual(await moved(), [{ name: "bare" }, { name: "router" }]);
});

test("a sensor that moves is taken from one collector and given to the other", async () => {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ name: "moving" }]);
  const other = newId();
  await rows(
    "insert into collectors (tenant_id, id, name, status, created_at) values ($1, $2, 'other', 'active', 0)",
    [seed.tenantId, other],
  );
  await changeSensors(contextOf(seed), [id], { collectorId: other, intervalSec: 30 });
  const [sensor] = await rows(
    `select s.collector_id, s.interval_sec, s.assignment_revision = k.assignment_revision as "isNew"
     from sensors s join collectors k on k.tenant_id = s.tenant_id and k.id = s.collector_id where s.tenant_id = $1`,
    [seed.tenantId],
  );
  assert.deepEqual(sensor, { collector_id: other, interval_sec: 30, isNew: true });
  const removals = await rows("select collector_id from collector_removals where tenant_id = $1", [
    seed.tenantId,
  ]);
  assert.deepEqual(removals, [{ collector_id: seed.collectorId }]);
});

test("companies and collectors of other tenants, revoked collectors and too many tags are refused, and nothing changes", async () => {
  const seed = await seedTenant(database);
  const theirs = await seedTenant(database);
  const ids = await seedSensors(database, seed, [
    { name: "full", tags: Array.from({ length: 100 }, (_, i) => `tag ${i}`) },
    { name: "other" },
  ]);
  const revoked = newId();
  await rows(
    "insert into collectors (tenant_id, id, name, status, created_at) values ($1, $2, 'gone', 'revoked', 0)",
    [seed.tenantId, revoked],
  );
  for (const change of [
    { collectorId: theirs.collectorId },
    { collectorId: revoked },
    { companyId: newId() },
    { addTags: ["one more"], enabled: false },
  ]) {
    await assert.rejects(changeSensors(contextOf(seed), ids, change), Problem);
  }
  await assert.rejects(changeSensors(contextOf(seed, ["read"]), ids, { enabled: false }), Problem);
  await assert.rejects(deleteSensors(contextOf(seed, ["read"]), ids), Problem);
  const audit = await rows("select 1 from audit_log where tenant_id = $1", [seed.tenantId]);
  assert.equal(audit.length, 0);
});

test("what is deleted is gone with its state, its incident is closed and stays; a parent goes only with its children", async () => {
  const seed = await seedTenant(database);
  const [parent = ""] = await seedSensors(database, seed, [{ name: "router" }]);
  const [child = ""] = await seedSensors(database, seed, [{ name: "web", parentId: parent }]);
  await recordResults({ database, now: () => now }, seed, results(parent, "---", now - 10_000));
  await assert.rejects(
    deleteSensors(contextOf(seed), [parent]),
    /"router" is the parent of "web", which stays/,
  );
  assert.deepEqual(await deleteSensors(contextOf(seed), [parent, child, newId()]), { deleted: 2 });
  const left = await rows("select 1 from sensors where tenant_id = $1", [seed.tenantId]);
  assert.equal(left.length, 0);
  const [incident] = await incidentsOf(database, seed.tenantId);
  assert.equal(incident?.closed_at, now);
});

test("open pages are told at once when a sensor has news, and not of each latency", async () => {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ name: "web" }]);
  const deps = { database, now: () => now };
  await recordResults(deps, seed, results(id, "++", now - 60_000));
  const hub = await createLiveHub(database);
  try {
    const heard: News[] = [];
    const stop = hub.watch(seed.tenantId, (news) => heard.push(news));
    await recordResults(deps, seed, results(id, "+++", now - 50_000));
    await recordResults(deps, seed, results(id, "---", now - 40_000));
    await until(() => heard.some(({ topic }) => topic === "incidents"), { what: "the incident" });
    assert.deepEqual(
      heard.map(({ topic, ids }) => [topic, ids?.length]),
      [
        ["sensors", 1],
        ["incidents", 1],
      ],
      "three good checks said nothing new",
    );
    assert.deepEqual(heard[0]?.ids, [id]);
    stop();
  } finally {
    await hub.close();
  }
});

test("open pages are told which sensors were changed, and which were deleted", async () => {
  const seed = await seedTenant(database);
  const [changed = "", same = "", gone = ""] = await seedSensors(database, seed, [
    { name: "changed" },
    { name: "same", tags: ["x"] },
    { name: "gone" },
  ]);
  const hub = await createLiveHub(database, { pauseMs: 1 });
  try {
    const heard: News[] = [];
    const stop = hub.watch(seed.tenantId, (news) => heard.push(news));
    const hears = (id: string) =>
      until(() => heard.some(({ topic, ids }) => topic === "sensors" && ids?.includes(id)), {
        what: "the news",
      });
    await changeSensors(contextOf(seed), [changed, same], { addTags: ["x"] });
    await hears(changed);
    await deleteSensors(contextOf(seed), [gone]);
    await hears(gone);
    assert.ok(!heard.some(({ ids }) => ids?.includes(same)), "what stays as it is is no news");
    stop();
  } finally {
    await hub.close();
  }
});
