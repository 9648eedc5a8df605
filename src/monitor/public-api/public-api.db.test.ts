import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { revokeApiKey } from "#platform/api-keys";
import { createPostgresLimiter } from "#platform/rate-limit";
import { readApiDocument } from "#test/api-document";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { createMonitorApp, createTestKey, systemContext } from "#test/monitor-app";
import { type MonitorFixture, askMonitor, seedMonitor } from "#test/monitor-fixture";
import { seedSensors, seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const ours = await seedMonitor(db, "ours");
const theirs = await seedMonitor(db, "theirs");
const app = await createMonitorApp(database);
const document = await readApiDocument("monitor.v1");

interface Call {
  method: "GET" | "POST" | "PATCH";
  /** As the description writes it. */
  template: string;
  path: (fixture: MonitorFixture) => string;
  payload?: object;
  writes?: true;
}

const calls: Call[] = [
  { method: "GET", template: "/ping", path: () => "/ping" },
  { method: "GET", template: "/sensors", path: () => "/sensors" },
  { method: "GET", template: "/sensors/{id}", path: ({ device }) => `/sensors/${device}` },
  { method: "GET", template: "/incidents", path: () => "/incidents" },
  {
    method: "GET",
    template: "/incidents/{id}",
    path: ({ openIncident }) => `/incidents/${openIncident}`,
  },
  { method: "GET", template: "/sensor-usage", path: () => "/sensor-usage" },
  {
    method: "POST",
    template: "/incidents/{id}/acknowledge",
    path: ({ openIncident }) => `/incidents/${openIncident}/acknowledge`,
    writes: true,
  },
  {
    method: "PATCH",
    template: "/sensors/{id}",
    path: ({ up }) => `/sensors/${up}`,
    payload: { enabled: true },
    writes: true,
  },
];

test("these are all the endpoints that are described", () => {
  const described = document.operations.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    described.toSorted(),
    calls.map(({ method, template }) => `${method} /public/v1${template}`).toSorted(),
  );
});

test("200: every endpoint answers as it is described, with no field beyond", async () => {
  for (const { method, template, path, payload } of calls) {
    const reply = await askMonitor(app, ours.write)(method, path(ours), payload);
    assert.equal(reply.statusCode, 200, `${method} ${template}: ${reply.body}`);
    document.assertReply(method, `/public/v1${template}`, 200, reply.body);
  }
});

test("401: every endpoint refuses a missing, malformed, damaged, unknown and revoked key, and the other service's", async () => {
  const revoked = await createTestKey(database, ours.tenantId);
  await revokeApiKey(systemContext(database, ours.tenantId), revoked.id);
  const other = await createTestKey(database, ours.tenantId, "read_write", "exposure");
  const { key } = ours.write;
  const headers = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    `Basic ${key}`,
    key,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer ${key} ${key}`,
    `Bearer ${revoked.key}`,
    `Bearer ${other.key}`,
    "Bearer vdm_live_000000000000000000000000000000000000000000021s7V8",
  ];
  for (const { method, template, path } of calls) {
    for (const authorization of headers) {
      const reply = await app.inject({
        method,
        url: `/monitor/public/v1${path(ours)}`,
        headers: authorization === undefined ? {} : { authorization },
      });
      assert.equal(reply.statusCode, 401, `${method} ${template} ${authorization}`);
      assertErrorShape(401, reply);
      assert.match(String(reply.headers["www-authenticate"]), /^Bearer /);
      document.assertReply(method, `/public/v1${template}`, 401, reply.body);
    }
  }
});

test("403: a key that may only read cannot write, whether or not the thing exists", async () => {
  for (const { method, template, path, payload } of calls.filter((call) => call.writes)) {
    for (const fixture of [ours, theirs]) {
      const reply = await askMonitor(app, ours.read)(method, path(fixture), payload);
      assert.equal(reply.statusCode, 403);
      assertErrorShape(403, reply);
      document.assertReply(method, `/public/v1${template}`, 403, reply.body);
    }
  }
  for (const { method, path } of calls.filter((call) => !call.writes)) {
    assert.equal((await askMonitor(app, ours.read)(method, path(ours))).statusCode, 200);
  }
});

test("400: every endpoint that takes anything refuses what is malformed", async () => {
  for (const [method, template, path, payload] of [
    ["GET", "/sensors", "/sensors?limit=0"],
    ["GET", "/sensors", "/sensors?offset=-1"],
    ["GET", "/sensors", "/sensors?companyId=a&companyId=b"],
    ["GET", "/incidents", "/incidents?limit=1.5"],
    ["GET", "/incidents", "/incidents?state=opened"],
    ["GET", "/sensors/{id}", "/sensors/%zz"],
    ["PATCH", "/sensors/{id}", `/sensors/${ours.up}`, { intervalSec: 29 }],
    [
      "POST",
      "/incidents/{id}/acknowledge",
      `/incidents/${ours.openIncident}/acknowledge`,
      { note: "x" },
    ],
  ] as const) {
    const reply = await askMonitor(app, ours.write)(method, path, payload);
    assert.equal(reply.statusCode, 400, `${method} ${path}: ${reply.body}`);
    assertErrorShape(400, reply);
    document.assertReply(method, `/public/v1${template}`, 400, reply.body);
  }
});

test("404: another tenant's id answers exactly as an id that does not exist, on every route that takes one", async () => {
  for (const method of ["GET", "PATCH"] as const) {
    const replies = [];
    for (const id of [
      newId(),
      theirs.up,
      theirs.down,
      "nonsense",
      theirs.up.toUpperCase(),
      ours.up.toUpperCase(),
      ours.openIncident,
    ]) {
      const reply = await askMonitor(app, ours.write)(
        method,
        `/sensors/${id}`,
        method === "PATCH" ? { name: "taken over" } : undefined,
      );
      assertErrorShape(404, reply);
      document.assertReply(method, "/public/v1/sensors/{id}", 404, reply.body);
      replies.push(withoutRequestId(reply.json()));
    }
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
  }
  for (const id of [newId(), theirs.openIncident, theirs.closedIncident, "nonsense", ours.up]) {
    const reply = await askMonitor(app, ours.write)("POST", `/incidents/${id}/acknowledge`);
    assert.deepEqual([reply.statusCode, reply.json()], [200, { ok: true, acknowledged: false }]);
  }
  const list = await askMonitor(app, ours.write)("GET", `/sensors?companyId=${theirs.companyId}`);
  assert.deepEqual(list.json(), {
    count: 0,
    sensors: [],
    limit: 0,
    offset: 0,
    hasMore: false,
    total: 0,
  });
  const untouched = await askMonitor(app, theirs.read)("GET", `/sensors/${theirs.up}`);
  assert.equal(untouched.json().name, "gateway");
  const stillOpen = await askMonitor(app, theirs.read)("GET", "/incidents?state=open");
  assert.ok(
    stillOpen
      .json()
      .incidents.every((incident: { acknowledged: boolean }) => !incident.acknowledged),
  );
});

test("tenants with the same names never see each other in any list", async () => {
  for (const [one, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    for (const path of [
      "/ping",
      "/sensors",
      "/incidents",
      "/incidents?state=all",
      "/sensor-usage",
      `/sensors/${one.device}`,
    ]) {
      const { body } = await askMonitor(app, one.read)("GET", path);
      for (const id of [
        other.tenantId,
        other.up,
        other.down,
        other.device,
        other.companyId,
        other.collectorId,
        other.openIncident,
        other.closedIncident,
        other.collectorIncident,
      ]) {
        assert.ok(!body.includes(id), `${path} shows ${id}`);
      }
    }
  }
});

test("429: the 121st request within 60 s is refused with Retry-After, and succeeds after it; 401 and OPTIONS do not count", async () => {
  let now = 1_790_000_000_000;
  const limited = await createMonitorApp(database, { limit: 120, now: () => now });
  const ask = askMonitor(limited, ours.read);
  for (let i = 0; i < 120; i++) {
    if (i === 60) now += 20_000;
    await limited.inject({ method: "OPTIONS", url: "/monitor/public/v1/ping" });
    const reply = await ask("GET", i % 2 === 0 ? "/ping" : "/no-such-route");
    assert.equal(reply.statusCode, i % 2 === 0 ? 200 : 404);
    assert.equal(reply.headers["ratelimit-remaining"], String(119 - i));
  }
  for (const { method, template, path } of calls) {
    const refused = await ask(method, path(ours));
    assert.equal(refused.statusCode, 429);
    assertErrorShape(429, refused);
    assert.equal(refused.headers["retry-after"], "40");
    document.assertReply(method, `/public/v1${template}`, 429, refused.body);
  }
  assert.equal(
    (await askMonitor(limited, ours.write)("GET", "/ping")).statusCode,
    200,
    "another key",
  );
  now += 39_999;
  assert.equal((await ask("GET", "/ping")).statusCode, 429);
  now += 1;
  assert.equal((await ask("GET", "/ping")).statusCode, 200);
});

test("several servers that count in PostgreSQL share one limit", async () => {
  const onSweepFailed = (error: unknown): never => {
    throw error;
  };
  const servers = await Promise.all(
    [1, 2, 3].map(() =>
      createMonitorApp(database, {
        keyLimiter: createPostgresLimiter({ database, limit: 120, onSweepFailed }),
      }),
    ),
  );
  const key = await createTestKey(database, ours.tenantId);
  const replies = await Promise.all(
    Array.from({ length: 150 }, (_, i) => askMonitor(servers[i % 3] ?? app, key)("GET", "/ping")),
  );
  const statuses = replies.map((reply) => reply.statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 120);
  assert.equal(statuses.filter((status) => status === 429).length, 30);
});

test("ping tells product, version, tenant and scopes of the key", async () => {
  assert.deepEqual((await askMonitor(app, ours.read)("GET", "/ping")).json(), {
    ok: true,
    product: "vedette-monitor",
    version: "v1",
    tenant: ours.tenantId,
    tenantName: "ours",
    scopes: ["read"],
  });
  assert.deepEqual((await askMonitor(app, ours.write)("GET", "/ping")).json().scopes, [
    "read",
    "write",
  ]);
});

test("a key that is revoked in the middle of a page walk gets 401 on the next page, on every server", async () => {
  const seed = await seedTenant(database);
  await seedSensors(
    database,
    seed,
    Array.from({ length: 30 }, () => ({})),
  );
  const key = await createTestKey(database, seed.tenantId);
  const servers = [app, await createMonitorApp(database)];
  for (const server of servers) {
    assert.equal((await askMonitor(server, key)("GET", "/sensors?limit=10")).json().hasMore, true);
  }
  await revokeApiKey(systemContext(database, seed.tenantId), key.key);
  for (const server of servers) {
    const next = await askMonitor(server, key)("GET", "/sensors?limit=10&offset=10");
    assert.equal(next.statusCode, 401);
    assert.match(next.json().error, /revoked/);
  }
});

function withoutRequestId(body: object): object {
  return { ...body, requestId: null };
}
