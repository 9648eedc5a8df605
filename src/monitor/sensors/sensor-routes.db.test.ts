import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { createMonitorApp, createTestKey } from "#test/monitor-app";
import { askMonitor, seedMonitor } from "#test/monitor-fixture";
import { listening } from "#test/raw-http";
import { seedSensors, seedTenant } from "#test/seed";
import { until } from "#test/until";

const db = await createTestDatabase();
const { database } = db;
const app = await createMonitorApp(database);
const fixture = await seedMonitor(db, "sensors");
const ask = askMonitor(app, fixture.write);

const many = await seedTenant(database, "many");
const manyIds = await seedSensors(
  database,
  many,
  Array.from({ length: 2300 }, () => ({})),
);
const manyKey = await createTestKey(database, many.tenantId, "read");
const askMany = askMonitor(app, manyKey);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

test("a sensor shows its fields and its state; what does not apply is null", async () => {
  const { json } = await ask("GET", `/sensors/${fixture.up}`);
  assert.deepEqual(json(), {
    id: fixture.up,
    name: "gateway",
    type: "icmp",
    target: "10.0.0.1",
    enabled: true,
    intervalSec: 60,
    state: "up",
    latencyMs: 0.25,
    httpStatus: null,
    certDaysLeft: null,
    lastCheckedAt: 1790000060000,
    stateSince: 1790000000000,
    cause: null,
    flapping: false,
    tags: ["core", "a b"],
    companyId: fixture.companyId,
    collectorId: fixture.collectorId,
    parentId: null,
    createdAt: 0,
    interfaces: [],
    host: [],
  });
  const down = (await ask("GET", `/sensors/${fixture.down}`)).json();
  assert.deepEqual(
    [
      down.state,
      down.httpStatus,
      down.certDaysLeft,
      down.cause,
      down.flapping,
      down.latencyMs,
      down.parentId,
      down.companyId,
      down.tags,
    ],
    ["down", 503, -2, "HTTP 503, expected 200-299", true, null, fixture.up, null, []],
  );
});

test("an SNMP sensor alone shows its interfaces and host aspects, with nulls until they were read", async () => {
  const device = (await ask("GET", `/sensors/${fixture.device}`)).json();
  assert.equal(device.state, null);
  assert.deepEqual(
    device.interfaces.map((one: object) => Object.values(one).slice(0, 7)),
    [
      ["Gi0/1", 1790000060000, "uplink", "up", "up", 1e9, 1.5],
      ["Gi0/2", null, null, null, null, null, null],
    ],
  );
  assert.deepEqual(device.host, [
    {
      aspect: "cpu",
      name: "cpu",
      readAt: 1790000060000,
      percent: 12.5,
      used: null,
      total: null,
      seconds: null,
    },
  ]);
});

test("no credential is ever shown", async () => {
  await sql("update sensors set settings = $2, sealed_secrets = $3 where id = $1", [
    fixture.device,
    JSON.stringify({ version: "2c", open: "settings-inside" }),
    Buffer.from("sealed-inside"),
  ]);
  for (const path of ["/sensors", `/sensors/${fixture.device}`, "/sensors?limit=5"]) {
    assert.doesNotMatch((await ask("GET", path)).body, /inside|sealed|settings|community|secret/);
  }
});

test("the list is ordered by id, filtered by company, and an unknown company has no sensors", async () => {
  const all = (await ask("GET", "/sensors")).json();
  assert.deepEqual(
    all.sensors.map((sensor: { id: string }) => sensor.id),
    [fixture.up, fixture.down, fixture.device].toSorted(),
  );
  assert.deepEqual([all.count, all.limit, all.offset, all.hasMore, all.total], [3, 3, 0, false, 3]);
  const acme = (await ask("GET", `/sensors?companyId=${fixture.companyId}`)).json();
  assert.deepEqual([acme.total, acme.sensors[0].id], [1, fixture.up]);
  for (const companyId of [newId(), "nonsense", "", "%00", fixture.companyId.toUpperCase()]) {
    const none = await ask("GET", `/sensors?companyId=${companyId}`);
    assert.deepEqual(none.json(), {
      count: 0,
      sensors: [],
      limit: 0,
      offset: 0,
      hasMore: false,
      total: 0,
    });
  }
});

test("pages neither skip nor repeat, hasMore ends the walk, and past the end is an empty page", async () => {
  const seed = await seedTenant(database);
  const ids = await seedSensors(
    database,
    seed,
    Array.from({ length: 25 }, () => ({})),
  );
  const walk = askMonitor(app, await createTestKey(database, seed.tenantId, "read"));
  const seen: string[] = [];
  for (let offset = 0, more = true; more; offset += 10) {
    const page = (await walk("GET", `/sensors?limit=10&offset=${offset}`)).json();
    assert.deepEqual(
      [page.count, page.limit, page.offset, page.total],
      [page.sensors.length, 10, offset, 25],
    );
    seen.push(...page.sensors.map((sensor: { id: string }) => sensor.id));
    more = page.hasMore;
  }
  assert.deepEqual(seen, ids.toSorted());
  const past = (await walk("GET", "/sensors?limit=10&offset=25")).json();
  assert.deepEqual(past, {
    count: 0,
    sensors: [],
    limit: 10,
    offset: 25,
    hasMore: false,
    total: 25,
  });
  const far = (await walk("GET", "/sensors?offset=99999999999999999999")).json();
  assert.deepEqual([far.count, far.total, far.limit], [0, 25, 0]);
  const rest = (await walk("GET", "/sensors?offset=20")).json();
  assert.deepEqual(
    [rest.count, rest.limit, rest.offset, rest.hasMore, rest.total],
    [5, 5, 20, false, 25],
  );
  assert.equal((await walk("GET", "/sensors?limit=5000")).json().limit, 1000);
});

test("a whole list longer than a page is sent whole, in order, plain or compressed", async () => {
  const reply = await askMany("GET", "/sensors");
  assert.equal(reply.statusCode, 200);
  assert.match(String(reply.headers["content-type"]), /^application\/json/);
  const { sensors, ...envelope } = reply.json();
  assert.deepEqual(envelope, { count: 2300, limit: 2300, offset: 0, hasMore: false, total: 2300 });
  assert.deepEqual(
    sensors.map((sensor: { id: string }) => sensor.id),
    manyIds.toSorted(),
  );
  const { sensors: page } = (await askMany("GET", "/sensors?limit=1")).json();
  assert.deepEqual(Object.keys(sensors[0]), Object.keys(page[0]), "the same fields as in a page");
  const packed = await app.inject({
    url: "/monitor/public/v1/sensors",
    headers: { ...manyKey.headers, "accept-encoding": "gzip" },
  });
  assert.equal(gunzipSync(packed.rawPayload).toString(), reply.body);
  const behind = (await askMany("GET", "/sensors?offset=1000")).json();
  assert.deepEqual(
    [behind.count, behind.limit, behind.total, behind.sensors.length],
    [1300, 1300, 2300, 1300],
  );
  assert.equal(behind.sensors[0].id, manyIds.toSorted()[1000]);
});

test("a whole list has a tag that lasts while nothing shown changes, and changes when anything does", async () => {
  const tagOf = async () => String((await askMany("HEAD", "/sensors")).headers["etag"]);
  const tag = await tagOf();
  assert.match(tag, /^W\/"/);
  assert.equal((await askMany("GET", "/sensors")).headers["etag"], tag);
  const headers = { ...manyKey.headers, "if-none-match": tag };
  const same = await app.inject({ url: "/monitor/public/v1/sensors", headers });
  assert.deepEqual([same.statusCode, same.body, same.headers["etag"]], [304, "", tag]);
  const head = await app.inject({ method: "HEAD", url: "/monitor/public/v1/sensors", headers });
  assert.deepEqual(
    [head.statusCode, head.headers["etag"], head.headers["content-length"]],
    [304, tag, undefined],
  );
  const id = manyIds[1500];
  for (const change of [
    "update sensors set name = 'renamed' where id = $1",
    "update sensors set tags = '{x}' where id = $1",
    "update sensor_states set latency_ms = 1 where sensor_id = $1",
    "update sensor_states set state = 'up' where sensor_id = $1",
    "update sensor_states set cause = 'x' where sensor_id = $1",
  ]) {
    const before = await tagOf();
    await sql(change, [id]);
    assert.notEqual(await tagOf(), before, change);
  }
  assert.equal((await app.inject({ url: "/monitor/public/v1/sensors", headers })).statusCode, 200);
  const before = await tagOf();
  await sql("update sensor_states set successes = successes + 1 where sensor_id = $1", [id]);
  assert.equal(await tagOf(), before, "nothing that is shown");
});

test("a whole list is one moment: what changes while it is read is not in it", async () => {
  const seed = await seedTenant(database);
  const wide = "x".repeat(1900);
  await seedSensors(
    database,
    seed,
    Array.from({ length: 3000 }, () => ({ target: wide, name: newId() })),
  );
  const key = await createTestKey(database, seed.tenantId, "read");
  const server = await createMonitorApp(database);
  const port = await listening(server);
  const reply = await fetch(`http://127.0.0.1:${port}/monitor/public/v1/sensors`, {
    headers: key.headers,
  });
  assert.ok(reply.body);
  const reader = reply.body.getReader();
  let text = "";
  const decoder = new TextDecoder();
  text += decoder.decode((await reader.read()).value, { stream: true });
  // 6 MB are more than sockets hold, so most of it is not read from the database yet.
  await sql("update sensors set name = 'changed meanwhile' where tenant_id = $1", [seed.tenantId]);
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
  }
  assert.equal(JSON.parse(text).count, 3000);
  assert.ok(!text.includes("changed meanwhile"));
});

test("a client that goes away in the middle of a whole list leaves no transaction behind", async () => {
  const seed = await seedTenant(database);
  const wide = "x".repeat(1900);
  await seedSensors(
    database,
    seed,
    Array.from({ length: 3000 }, () => ({ target: wide })),
  );
  const key = await createTestKey(database, seed.tenantId, "read");
  const server = await createMonitorApp(database);
  const port = await listening(server);
  const inTransactions = async () => {
    const { rows } = await sql(
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      [],
    );
    return rows[0].open;
  };
  for (let i = 0; i < 6; i++) {
    const abort = new AbortController();
    const reply = await fetch(`http://127.0.0.1:${port}/monitor/public/v1/sensors`, {
      headers: key.headers,
      signal: abort.signal,
    });
    await reply.body?.getReader().read();
    abort.abort();
  }
  await until(async () => (await inTransactions()) === 0, { what: "no transaction is left open" });
  const whole = await fetch(`http://127.0.0.1:${port}/monitor/public/v1/sensors`, {
    headers: key.headers,
  });
  assert.equal(Object(await whole.json()).count, 3000, "and places for others");
});

test("PATCH changes name, interval and enabled, and answers { ok, id }", async () => {
  const path = `/sensors/${fixture.up}`;
  const reply = await ask("PATCH", path, {
    name: "  border router 🙂 ",
    intervalSec: 30,
    enabled: false,
  });
  assert.deepEqual([reply.statusCode, reply.json()], [200, { ok: true, id: fixture.up }]);
  const changed = (await ask("GET", path)).json();
  assert.deepEqual(
    [changed.name, changed.intervalSec, changed.enabled],
    ["border router 🙂", 30, false],
  );
  assert.deepEqual((await ask("PATCH", path, {})).json(), { ok: true, id: fixture.up });
  assert.deepEqual((await ask("GET", path)).json(), changed, "{} changes nothing");
  const { rows } = await sql(
    "select actor_kind, actor_id, detail from audit_log where subject_id = $1",
    [fixture.up],
  );
  assert.equal(rows.length, 1, "one audit row for the one change");
  assert.deepEqual([rows[0].actor_kind, rows[0].actor_id], ["api_key", fixture.write.id]);
});

test("PATCH takes 30 to 86,400 seconds and 1 to 200 characters, and refuses everything else with 400 that names it", async () => {
  const path = `/sensors/${fixture.down}`;
  for (const good of [
    { intervalSec: 30 },
    { intervalSec: 86_400 },
    { name: "x" },
    { name: "🙂".repeat(200) },
    { enabled: true },
    { name: ` ${"x".repeat(200)} ` },
  ]) {
    assert.equal((await ask("PATCH", path, good)).statusCode, 200, JSON.stringify(good));
  }
  const before = (await ask("GET", path)).json();
  for (const [bad, where] of [
    [{ intervalSec: 29 }, "/intervalSec"],
    [{ intervalSec: 0 }, "/intervalSec"],
    [{ intervalSec: -30 }, "/intervalSec"],
    [{ intervalSec: 86_401 }, "/intervalSec"],
    [{ intervalSec: 60.5 }, "/intervalSec"],
    [{ intervalSec: "60" }, "/intervalSec"],
    [{ intervalSec: null }, "/intervalSec"],
    [{ name: "" }, "/name"],
    [{ name: "   " }, "/name"],
    [{ name: "x".repeat(201) }, "/name"],
    [{ name: "a\u0000b" }, "/name"],
    [{ name: "a\nb" }, "/name"],
    [{ name: 5 }, "/name"],
    [{ name: null }, "/name"],
    [{ enabled: "true" }, "/enabled"],
    [{ enabled: 1 }, "/enabled"],
    [{ target: "10.0.0.9" }, "/target"],
    [{ community: "public" }, "/community"],
    [{ snmp: { community: "public" } }, "/snmp"],
    [{ id: newId() }, "/id"],
    [{ name: "good", tags: [] }, "/tags"],
  ] as const) {
    for (const id of [fixture.down, newId()]) {
      const reply = await ask("PATCH", `/sensors/${id}`, bad);
      assert.equal(reply.statusCode, 400, JSON.stringify(bad));
      assertErrorShape(400, reply);
      assert.deepEqual(
        reply.json().details.map((detail: { path: string }) => detail.path),
        [where],
      );
    }
  }
  assert.deepEqual((await ask("GET", path)).json(), before, "nothing half-done");
});

test("sensors that are asked for at once each get their own answer", async () => {
  const asked = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? newId() : (manyIds[i] ?? "")));
  const replies = await Promise.all(asked.map((id) => askMany("GET", `/sensors/${id}`)));
  replies.forEach((reply, i) => {
    assert.equal(reply.statusCode, i % 3 === 0 ? 404 : 200);
    if (i % 3 !== 0) assert.equal(reply.json().id, asked[i]);
  });
});
