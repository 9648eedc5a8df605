import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gzip } from "#lib/gzip";
import type { Context } from "#platform/context";
import { createSealedBox } from "#platform/crypto";
import { statement, withClient } from "#platform/db";
import { buildApp } from "#platform/http";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { createTestDatabase } from "#test/database";
import { seedSensors, seedTenant } from "#test/seed";
import type { CheckResult } from "#wire/collector.v1";
import { assignmentChanged } from "./assignment-changed.ts";
import { createCollectorIntake } from "./collector-intake.ts";
import { collectorRoutes } from "./collector.routes.ts";
import { createCollectorIn } from "./create-collector-in.ts";
import { listCollectors } from "./list-collectors.ts";
import { revokeCollector } from "./revoke-collector.ts";

const { database, admin } = await createTestDatabase();
const log = createLog("silent", "test");
const now = () => Date.now();

type Recorded = { tenantId: string; collectorId: string; results: readonly CheckResult[] };

async function started(record: (batch: Recorded) => Promise<number>) {
  const registry = createRegistry();
  const intake = await createCollectorIntake({
    database,
    box: createSealedBox(randomBytes(32)),
    log,
    now,
    registry,
    keepRawMs: 3_600_000,
    record: async (who, results) => ({ recorded: await record({ ...who, results }) }),
    offerErrands: async () => [],
    recordErrand: async () => false,
  });
  const app = await buildApp({ log, registry, plugins: [collectorRoutes(intake)] });
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  const context: Context = {
    tenantId,
    actor,
    scopes: ["read", "write"],
    database,
    now,
    requestId: "r",
  };
  const { id, token } = await database.transaction(tenantId, (tx) =>
    createCollectorIn(tx, context, { name: "berlin" }),
  );
  const stop = async () => {
    await app.close();
    await intake.close();
  };
  return { app, intake, registry, context, id, token, stop };
}

type Started = Awaited<ReturnType<typeof started>>;

async function enrolled({ app, token }: Started): Promise<Record<string, string>> {
  const payload = { token, version: "1", hostname: "here" };
  const headers = { "content-type": "application/json" };
  const reply = await app.inject({ method: "POST", url: "/remote/v1/enrol", payload, headers });
  assert.equal(reply.statusCode, 200);
  return { authorization: `Bearer ${reply.json().credential}` };
}

const status = {
  version: "1",
  sensors: 1,
  lagP99Ms: 3,
  checksPerSec: 2,
  spooledResults: 0,
  droppedResults: 0,
};
const url = "/remote/v1/collector/results";
const assignment = "/remote/v1/collector/assignment";

test("results are handed on once, in the order of time, without those that cannot be", async () => {
  const batches: Recorded[] = [];
  const all = await started(async (batch) => {
    batches.push(batch);
    return batch.results.length;
  });
  const headers = { ...(await enrolled(all)), "content-encoding": "gzip" };
  const sensorId = "01990000-0000-7000-8000-000000000001";
  const at = now();
  const results = [at, at - 10, at + 60_000, at - 4_000_000].map((one) => ({
    sensorId,
    at: one,
    ok: true,
  }));
  const body = await gzip(JSON.stringify({ results, status }));
  const contentType = { "content-type": "application/json" };
  const reply = await all.app.inject({
    method: "POST",
    url,
    headers: { ...headers, ...contentType },
    payload: body,
  });
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.json().recorded, 2);
  assert.ok(Math.abs(reply.json().serverTime - now()) < 5000);
  assert.deepEqual(batches, [
    {
      tenantId: all.context.tenantId,
      collectorId: all.id,
      results: [results[1], results[0]],
    },
  ]);
  const metrics = all.registry.render();
  assert.match(metrics, /vedette_intake_results_total\{outcome="recorded"\} 2/);
  assert.match(metrics, /vedette_intake_results_total\{outcome="future"\} 1/);
  assert.match(metrics, /vedette_intake_results_total\{outcome="too_old"\} 1/);
  assert.match(metrics, /vedette_collectors_lag_p99_seconds 0.003/);
  await all.stop();
});

test("bad input is refused in the shape of every error, and unknown callers before their body is read", async () => {
  const all = await started(async () => assert.fail("nothing may be recorded"));
  const headers = await enrolled(all);
  const post = (payload: string | Buffer, more: Record<string, string> = {}) =>
    all.app.inject({ method: "POST", url, payload, headers: { ...headers, ...more } });
  const get = (query: string) => all.app.inject({ url: `${assignment}?${query}`, headers });
  const cases = [
    [await post("{"), 400],
    [await post(""), 400],
    [await post("{}"), 400],
    [await post(JSON.stringify({ results: [{ at: "x" }], status })), 400],
    [await post("{}", { "content-encoding": "gzip" }), 400],
    [await post("{}", { "content-encoding": "br" }), 400],
    [await get("since=-1"), 400],
    [await get("since=1e3"), 400],
    [await get("waitMs=abc"), 400],
    [await get("since=1&since=2"), 400],
    [await post("{}", { authorization: "Bearer vdc_no" }), 401],
    [await post("{}", { authorization: "" }), 401],
    [await all.app.inject({ url: assignment }), 401],
    [await all.app.inject({ url: "/remote/v1/other", headers }), 404],
  ] as const;
  for (const [reply, code] of cases) {
    assert.equal(reply.statusCode, code, reply.body);
    assert.equal(typeof reply.json().error, "string");
    assert.equal(typeof reply.json().requestId, "string");
  }
  await all.stop();
});

test("data that PostgreSQL cannot store is the sender's fault, not a failure that is tried for ever", async () => {
  const bad = statement<[text: string], never>("test.routes.bad", "select $1::text");
  const all = await started(async ({ results }) => {
    await database.system.run(bad, [results[0]?.cause ?? ""]);
    return 1;
  });
  const headers = await enrolled(all);
  const sensorId = "01990000-0000-7000-8000-000000000001";
  const results = [{ sensorId, at: now(), ok: false, cause: "a\0b" }];
  const payload = JSON.stringify({ results, status });
  const reply = await all.app.inject({ method: "POST", url, headers, payload });
  assert.equal(reply.statusCode, 400, reply.body);
  await all.stop();
});

test("an enrolment with a text that cannot be stored is refused, and its token still good", async () => {
  const all = await started(async () => 0);
  for (const bad of [{ hostname: "a\0b" }, { version: "\0" }]) {
    const payload = { token: all.token, version: "1", hostname: "h", ...bad };
    const reply = await all.app.inject({ method: "POST", url: "/remote/v1/enrol", payload });
    assert.equal(reply.statusCode, 400, reply.body);
  }
  await enrolled(all);
  await all.stop();
});

test("a collector whose word about itself cannot be stored makes no other look silent", async () => {
  const all = await started(async () => 0);
  const headers = await enrolled(all);
  for (const version of ["a\0b", "\ud800"]) {
    const payload = JSON.stringify({ results: [], status: { ...status, version } });
    const reply = await all.app.inject({ method: "POST", url, headers, payload });
    assert.equal(reply.statusCode, 200, reply.body);
  }
  await all.stop();
  const [row] = await withClient(admin, undefined, async (client) => {
    const { rows } = await client.query(
      "select last_seen_at, health ->> 'version' as version from collectors where id = $1",
      [all.id],
    );
    return rows;
  });
  assert.ok(Number(row.last_seen_at) > 0);
  assert.equal(row.version, "\ufffd");
});

test("tokens cannot be tried at speed", async () => {
  const all = await started(async () => 0);
  const payload = { token: "vde_wrong", version: "1", hostname: "h" };
  const attempt = () => all.app.inject({ method: "POST", url: "/remote/v1/enrol", payload });
  for (let i = 0; i < 20; i++) assert.equal((await attempt()).statusCode, 401);
  const refused = await attempt();
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  await all.stop();
});

test("a request that waits is answered by the change, by revoking, by its own time and by a stop, each at once", async () => {
  const all = await started(async () => 0);
  const headers = await enrolled(all);
  const { tenantId } = all.context;
  const ask = (query: string) => all.app.inject({ url: `${assignment}?${query}`, headers });
  const first = await ask("waitMs=20000");
  assert.equal(first.json().full, true);
  assert.equal(all.intake.hasAssignment(all.id), true);
  const { revision } = first.json();

  const startedAt = performance.now();
  assert.deepEqual((await ask(`since=${revision}&waitMs=50`)).json().sensors, []);
  const changed = ask(`since=${revision}&waitMs=20000`);
  const [id = ""] = await seedSensors(database, { tenantId, collectorId: all.id }, [{}]);
  const next = await database.transaction(tenantId, (tx) =>
    assignmentChanged(tx, tenantId, all.id, []),
  );
  assert.equal((await changed).json().sensors[0].id, id);

  const stopping = ask(`since=${next}&waitMs=20000`);
  const revoked = ask(`since=${next}&waitMs=20000`);
  await revokeCollector(all.context, { id: all.id });
  assert.deepEqual([(await stopping).statusCode, (await revoked).statusCode], [401, 401]);
  assert.ok(performance.now() - startedAt < 20_000);
  await all.stop();
});

test("stopping the server ends the requests that wait", async () => {
  const all = await started(async () => 0);
  const headers = await enrolled(all);
  const { revision } = (await all.app.inject({ url: assignment, headers })).json();
  const waiting = all.app.inject({ url: `${assignment}?since=${revision}&waitMs=20000`, headers });
  const startedAt = performance.now();
  await all.stop();
  assert.equal((await waiting).statusCode, 200);
  assert.ok(performance.now() - startedAt < 20_000);
});

test("a collector counts as heard of by its calls, also while a long transaction holds its row", async () => {
  const all = await started(async () => 0);
  const headers = await enrolled(all);
  const { tenantId } = all.context;
  const forget = statement<[], never>(
    "test.routes.forget",
    "update collectors set last_seen_at = 0",
  );
  await database.system.run(forget, []);
  const body = JSON.stringify({ results: [], status });
  await all.app.inject({ method: "POST", url, headers, payload: body });
  await database.transaction(tenantId, async (tx) => {
    await assignmentChanged(tx, tenantId, all.id, []);
    await all.intake.close();
  });
  assert.equal((await listCollectors(all.context))[0]?.name, "berlin");
  const seenAt = async () =>
    (await listCollectors(all.context)).find(({ id }) => id === all.id)?.lastSeenAt;
  assert.equal(await seenAt(), 0, "the row was held: it is not waited for");
  await all.app.close();
  const again = await createCollectorIntake({
    database,
    box: createSealedBox(randomBytes(32)),
    log,
    now,
    registry: createRegistry(),
    keepRawMs: 0,
    record: async () => ({ recorded: 0 }),
    offerErrands: async () => [],
    recordErrand: async () => false,
  });
  await again.results(
    { tenantId, id: all.id, name: "berlin" },
    {
      body: Buffer.from(body),
      isGzip: false,
    },
  );
  await again.close();
  const listed = (await listCollectors(all.context)).find(({ id }) => id === all.id);
  assert.ok(listed !== undefined && now() - (listed.lastSeenAt ?? 0) < 5000);
  assert.deepEqual(listed.health, status);
});
