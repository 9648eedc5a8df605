import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { newId } from "#lib/ids";
import { createCollectorIntake } from "#monitor/collectors";
import { sealSecrets } from "#monitor/sensors";
import { createSealedBox } from "#platform/crypto";
import { withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { type Seed, seedSensors, seedTenant } from "#test/seed";
import type { ErrandReport } from "#wire/collector.v1";
import { errandLifetimeMs, keepEndedMs, mostOpenOfCollector, mostOpenOfTenant } from "./errand.ts";
import { expireErrands } from "./expire-errands.ts";
import { offerErrands } from "./offer-errands.ts";
import { recordErrand } from "./record-errand.ts";

const { database, admin } = await createTestDatabase();
const box = createSealedBox(randomBytes(32));
const clock = { now: 1_790_000_000_000 };
const now = () => clock.now;
const sensorRules = { minIntervalSec: 1 };
const app = await createConsoleApp(database, { now, deps: { box, sensorRules } });
const deps = { database, box, now };

const icmp = { type: "icmp", target: "192.0.2.1" };
const snmp = { type: "snmp", target: "192.0.2.2", snmp: { version: "2c", community: "S3cret" } };

async function place() {
  const seed = await seedTenant(database);
  const operator = await seedMember(database, seed.tenantId, "operator");
  const ask = askConsole(app, seed.tenantId, operator);
  const collector = { tenantId: seed.tenantId, id: seed.collectorId, name: "collector" };
  const test = (sensor: object, more: object = {}) =>
    ask("POST", "/errands", { kind: "check", collectorId: seed.collectorId, sensor, ...more });
  return { ...seed, ask, collector, test };
}

const rows = (text: string, values: unknown[]) =>
  withClient(admin, undefined, async (client) => (await client.query(text, values)).rows);

/** Another server of the installation, as collectors meet it. */
async function intakeOf() {
  const intake = await createCollectorIntake({
    database,
    box,
    log: createLog("silent", "test"),
    now,
    registry: createRegistry(),
    keepRawMs: 3_600_000,
    record: async () => ({ recorded: 0 }),
    offerErrands: (collector, does) => offerErrands(deps, collector, does),
    recordErrand: (collector, report) => recordErrand(deps, collector, report),
  });
  after(() => intake.close());
  return intake;
}

test("what is asked reaches the collector once, and its report the one who asked; nothing secret stays", async () => {
  const { tenantId, ask, collector, test: testSensor } = await place();
  const asked = await testSensor(snmp, { kind: "discover" });
  assert.equal(asked.statusCode, 202, asked.body);
  const { id } = asked.json();
  const [row] = await rows("select sealed, report from errands where id = $1", [id]);
  assert.ok(!row.sealed.includes("S3cret"));
  assert.equal((await ask("GET", `/errands/${id}`)).json().state, "queued");

  const handed = await offerErrands(deps, collector, true);
  assert.deepEqual(handed, [
    { id, kind: "discover", timeoutMs: 30_000, target: snmp.target, snmp: snmp.snmp },
  ]);
  assert.deepEqual(await offerErrands(deps, collector, true), [], "once");
  assert.equal((await ask("GET", `/errands/${id}`)).json().state, "running");

  const discovery = {
    address: null,
    sysName: "core",
    sysDescr: null,
    uptimeSec: 1,
    interfaces: [],
    host: [],
    notes: [],
  };
  assert.equal(await recordErrand(deps, collector, { id, discovery }), true);
  assert.equal(await recordErrand(deps, collector, { id, failure: "late" }), false);
  const ended = await ask("GET", `/errands/${id}`);
  assert.partialDeepStrictEqual(ended.json(), { state: "done", discovery, failure: null });
  assert.ok(!ended.body.includes("S3cret"));
  const kept = await rows("select to_jsonb(e)::text as all from errands e where id = $1", [id]);
  assert.match(kept[0].all, /"sealed": null/);
  const log = await rows("select action, detail::text from audit_log where tenant_id = $1", [
    tenantId,
  ]);
  assert.deepEqual(
    log.map(({ action }) => action),
    ["errand.discover"],
  );
  assert.ok(!log[0].detail.includes("S3cret"));
});

test("one server asks, another one hands out and takes in; the waiting poll wakes at once", async () => {
  const { ask, collector, test: testSensor } = await place();
  const [there, elsewhere] = [await intakeOf(), await intakeOf()];
  const never = new AbortController().signal;
  const question = { since: null, waitMs: 0, doesErrands: true };
  const { revision } = await there.assignment(collector, question, never);
  const began = performance.now();
  const poll = there.assignment(
    collector,
    { since: revision, waitMs: 20_000, doesErrands: true },
    never,
  );
  const { id } = (await testSensor(icmp)).json();
  const { errands } = await poll;
  assert.ok(performance.now() - began < 20_000);
  assert.deepEqual(errands, [
    {
      id,
      kind: "check",
      timeoutMs: 10_000,
      spec: { type: "icmp", target: icmp.target, icmp: {} },
    },
  ]);
  const report: ErrandReport = { id, check: { sensorId: id, at: now(), ok: true, latencyMs: 2 } };
  const body = gzipSync(JSON.stringify(report));
  const reply = await elsewhere.errand(collector, { body, isGzip: true });
  assert.deepEqual(reply, { recorded: true, serverTime: now() });
  const { state, check } = (await ask("GET", `/errands/${id}`)).json();
  assert.deepEqual([state, check], ["done", { at: now(), ok: true, latencyMs: 2 }]);
  for (const bad of [{}, { id }, { id, check: {} }, { id: "x", failure: "x" }]) {
    const sent = { body: Buffer.from(JSON.stringify(bad)), isGzip: false };
    await assert.rejects(elsewhere.errand(collector, sent), { code: "invalid_request" });
  }
});

test("for a collector that is too old, or silent, it ends with a sentence and without credentials", async () => {
  const { tenantId, collectorId, ask, collector, test: testSensor } = await place();
  await rows("update collectors set version = '1.0.0' where tenant_id = $1", [tenantId]);
  const old = (await testSensor(snmp)).json().id;
  assert.deepEqual(await offerErrands(deps, collector, false), []);
  const tooOld = (await ask("GET", `/errands/${old}`)).json();
  assert.equal(tooOld.state, "failed");
  assert.match(tooOld.failure, /"collector" \(version 1\.0\.0\) is too old for this: update it/);

  const silent = (await testSensor(snmp)).json().id;
  const lost = (await testSensor(icmp)).json().id;
  await rows("update errands set state = 'running' where id = $1", [lost]);
  await rows("update collectors set last_seen_at = 5 where id = $1", [collectorId]);
  clock.now += errandLifetimeMs - 1;
  await expireErrands(deps);
  assert.equal((await ask("GET", `/errands/${silent}`)).json().state, "queued");
  clock.now += 1;
  assert.deepEqual(await offerErrands(deps, collector, true), [], "too late");
  await expireErrands(deps);
  const ended = (await ask("GET", `/errands/${silent}`)).json();
  assert.equal(ended.collector.lastSeenAt, 5);
  assert.match(ended.failure, /"collector" does not answer/);
  const gone = (await ask("GET", `/errands/${lost}`)).json();
  assert.match(gone.failure, /took this on and told nothing since/);
  const sealed = await rows("select id from errands where tenant_id = $1 and sealed is not null", [
    tenantId,
  ]);
  assert.deepEqual(sealed, []);
  clock.now += keepEndedMs + 1;
  await expireErrands(deps);
  assert.equal((await ask("GET", `/errands/${silent}`)).statusCode, 404);
});

test("a few at once for a collector; more wait for these", async () => {
  const { test: testSensor } = await place();
  for (let i = 0; i < mostOpenOfCollector; i += 1) {
    assert.equal((await testSensor(icmp)).statusCode, 202);
  }
  const refused = await testSensor(icmp);
  assert.equal(refused.statusCode, 429);
  clock.now += errandLifetimeMs;
  assert.equal((await testSensor(icmp)).statusCode, 202);
});

test("some more at once for all collectors of a tenant; more wait for these", async () => {
  const { tenantId, ask } = await place();
  const collectors = Array.from({ length: mostOpenOfTenant / mostOpenOfCollector + 1 }, () =>
    newId(),
  );
  await rows(
    `insert into collectors (tenant_id, id, name, status, created_at)
     select $1, id, 'collector ' || id, 'active', 0 from unnest($2::uuid[]) as id`,
    [tenantId, collectors],
  );
  const asked: number[] = [];
  for (const collectorId of collectors) {
    for (let i = 0; i < mostOpenOfCollector; i += 1) {
      const reply = await ask("POST", "/errands", { kind: "check", collectorId, sensor: icmp });
      asked.push(reply.statusCode);
    }
  }
  const taken = asked.filter((status) => status === 202).length;
  assert.equal(taken, mostOpenOfTenant);
  assert.deepEqual(asked.slice(taken), Array(mostOpenOfCollector).fill(429));
});

async function seedSnmp(seed: Seed): Promise<string> {
  const [id = ""] = await seedSensors(database, seed, [{ type: "snmp", target: "192.0.2.2" }]);
  const settings = JSON.stringify({ version: "2c" });
  const sealed = sealSecrets(box, id, { community: "kept" });
  await rows("update sensors set settings = $2, sealed_secrets = $3 where id = $1", [
    id,
    settings,
    sealed,
  ]);
  return id;
}

test("a change of a sensor is tried with the credentials that it has, but not on another device; another's are never taken", async () => {
  const { tenantId, collectorId, collector, test: testSensor } = await place();
  const sensorId = await seedSnmp({ tenantId, collectorId });
  const withoutSecret = { type: "snmp", target: "192.0.2.2", snmp: { version: "2c" } };
  assert.equal((await testSensor(withoutSecret)).statusCode, 400);
  assert.equal((await testSensor(withoutSecret, { sensorId })).statusCode, 202);
  const [errand] = await offerErrands(deps, collector, true);
  assert.partialDeepStrictEqual(errand, {
    spec: { target: "192.0.2.2", snmp: { version: "2c", community: "kept" } },
  });
  const elsewhere = { ...withoutSecret, target: "192.0.2.9" };
  for (const kind of ["check", "discover"]) {
    const refused = await testSensor(elsewhere, { sensorId, kind });
    assert.equal(refused.statusCode, 400);
    assert.deepEqual(refused.json().details, [
      {
        path: "/sensor/snmp/community",
        message:
          "must be given again: the target has changed, and what is kept is not sent elsewhere",
      },
    ]);
  }
  const own = { ...elsewhere, snmp: { version: "2c", community: "given" } };
  assert.equal((await testSensor(own, { sensorId })).statusCode, 202);
  const other = newId();
  await rows(
    "insert into collectors (tenant_id, id, name, status, created_at) values ($1, $2, 'other', 'active', 0)",
    [tenantId, other],
  );
  const moved = await testSensor(withoutSecret, { sensorId, collectorId: other });
  assert.equal(moved.statusCode, 400);
  assert.match(moved.json().details[0].message, /^must be given again: another collector/);
  const theirs = await place();
  assert.equal((await theirs.test(withoutSecret, { sensorId })).statusCode, 404);
  assert.equal((await testSensor(withoutSecret, { sensorId: newId() })).statusCode, 404);
});

test("a check at once is asked of the sensor's own collector, and not of a disabled sensor", async () => {
  const { tenantId, collectorId, ask, collector } = await place();
  const [on = "", off = ""] = await seedSensors(database, { tenantId, collectorId }, [
    {},
    { enabled: false },
  ]);
  const { id } = (await ask("POST", `/sensors/${on}/check`)).json();
  assert.deepEqual(await offerErrands(deps, collector, true), [
    { id, kind: "checkNow", timeoutMs: 25_000, sensorId: on },
  ]);
  assert.equal((await ask("POST", `/sensors/${on}/check`, { more: 1 })).statusCode, 400);
  const refused = await ask("POST", `/sensors/${off}/check`);
  assert.equal(refused.statusCode, 400);
  assert.match(refused.json().error, /disabled/);
  for (const unknown of [newId(), "x"]) {
    assert.equal((await ask("POST", `/sensors/${unknown}/check`)).statusCode, 404);
  }
});

test("only who may operate asks, and only the one who asked sees it", async () => {
  const { tenantId, collectorId, ask } = await place();
  const [sensorId = ""] = await seedSensors(database, { tenantId, collectorId }, [{}]);
  const body = { kind: "check", collectorId, sensor: icmp };
  const { id } = (await ask("POST", "/errands", body)).json();
  const viewer = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));
  const limited = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer", []));
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  for (const [who, status] of [
    [viewer, 403],
    [limited, 404],
    [askConsole(app, tenantId, stranger), 404],
    [askConsole(app, tenantId, null), 401],
  ] as const) {
    assert.equal((await who("POST", "/errands", body)).statusCode, status);
    assert.equal((await who("GET", `/errands/${id}`)).statusCode, status);
    assert.equal((await who("POST", `/sensors/${sensorId}/check`)).statusCode, status);
  }
  const colleague = await seedMember(database, tenantId, "administrator");
  const other = askConsole(app, tenantId, colleague);
  assert.equal((await other("GET", `/errands/${id}`)).statusCode, 404);
  assert.equal((await ask("GET", `/errands/${id}`)).statusCode, 200);
  const there = askConsole(app, theirs.tenantId, stranger);
  assert.equal((await there("GET", `/errands/${id}`)).statusCode, 404);
  assert.equal((await there("POST", `/sensors/${sensorId}/check`)).statusCode, 404);
  assert.equal((await there("POST", "/errands", body)).statusCode, 404, "their collector");
});

test("a body that cannot be used is refused with the place of each fault", async () => {
  const { tenantId, collectorId, ask, test: testSensor } = await place();
  const pointers: [object, string][] = [
    [{ ...icmp, target: "a b" }, "/sensor/target"],
    [{ ...snmp, snmp: { version: "2c" } }, "/sensor/snmp"],
    [{ ...snmp, snmp: { version: "2c", community: 5 } }, "/sensor/snmp/community"],
    [{ ...icmp, icmp: { packets: 99 } }, "/sensor/icmp/packets"],
    [{ ...icmp, intervalSec: 0 }, "/sensor/intervalSec"],
    [{ type: "tcp", target: "10.0.0.1:1", tcp: { banner: "/(/" } }, "/sensor/tcp/banner"],
    [{ ...icmp, tcp: {} }, "/sensor/tcp"],
    [{ ...icmp, target: "\0" }, "/sensor/target"],
  ];
  for (const [sensor, pointer] of pointers) {
    const reply = await testSensor(sensor);
    assert.equal(reply.statusCode, 400, reply.body);
    const { details } = reply.json();
    assert.ok(
      details.some(({ path }: { path: string }) => path.startsWith(pointer)),
      reply.body,
    );
  }
  const good = { kind: "check", collectorId, sensor: icmp };
  for (const body of [
    {},
    { ...good, kind: "rm" },
    { ...good, more: 1 },
    { ...good, collectorId: 5 },
    { ...good, collectorId: "x" },
    { ...good, sensorId: "x" },
    { ...good, sensor: [] },
    { ...good, sensor: {} },
    { ...good, kind: "discover" },
  ]) {
    assert.equal((await ask("POST", "/errands", body)).statusCode, 400, JSON.stringify(body));
  }
  for (const unknown of [newId(), null]) {
    const reply = await ask("POST", "/errands", { ...good, collectorId: unknown });
    assert.equal(reply.statusCode, 404, "this tenant has no embedded collector");
  }
  assert.equal((await ask("GET", "/errands/x")).statusCode, 404);
  await rows("update collectors set status = 'pending' where tenant_id = $1", [tenantId]);
  assert.match((await testSensor(icmp)).json().error, /has not enrolled yet/);
});
