import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { revokeApiKey } from "#platform/api-keys";
import { readApiDocument } from "#test/api-document";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { type ExposureFixture, seedExposure } from "#test/exposure-fixture";
import { createTestKey, systemContext } from "#test/service-app";

const db = await createTestDatabase();
const { database } = db;
const ours = await seedExposure(db, "ours");
const theirs = await seedExposure(db, "theirs");
const app = await createExposureApp(database);
const document = await readApiDocument("exposure.v1");

interface Call {
  method: "GET" | "POST";
  /** As the description writes it. */
  template: string;
  path: (fixture: ExposureFixture) => string;
  payload?: object;
}

const get = (template: string, path?: Call["path"]): Call => ({
  method: "GET",
  template,
  path: path ?? (() => template),
});

const calls: Call[] = [
  get("/ping"),
  get("/assets"),
  get("/assets/{id}", ({ server }) => `/assets/${server}`),
  get("/assets/{id}/packages", ({ server }) => `/assets/${server}/packages`),
  get("/findings"),
  get("/vulnerabilities"),
  get("/findings/{id}", ({ critical }) => `/findings/${critical}`),
  get("/identity-findings"),
  get("/identity-findings/{id}", ({ identityFinding }) => `/identity-findings/${identityFinding}`),
  get("/directories"),
  get("/directories/{id}/rules", ({ directory }) => `/directories/${directory}/rules`),
  get("/audits"),
  get("/audit-runs"),
  ...["/audits", "/audit-runs"].flatMap((base) => [
    get(`${base}/{id}`, ({ auditRun }) => `${base}/${auditRun}`),
    get(
      `${base}/{id}/comparison`,
      ({ auditRun }) => `${base}/${auditRun}/comparison?with=${auditRun}`,
    ),
  ]),
  get("/sites"),
  get("/probes"),
  get("/scans"),
  get("/scheduled-scans"),
  get("/feeds"),
  {
    method: "POST",
    template: "/findings/{id}/status",
    path: ({ critical }) => `/findings/${critical}/status`,
    payload: { status: "in_progress", notes: "being looked at" },
  },
];

/** Every list, and what its reply calls the items. */
const lists = {
  "/assets": "assets",
  [`/assets/${ours.server}/packages`]: "packages",
  "/findings": "findings",
  "/vulnerabilities": "findings",
  "/identity-findings": "identityFindings",
  "/directories": "directories",
  "/audits": "audits",
  "/audit-runs": "audits",
  "/sites": "sites",
  "/probes": "probes",
  "/scans": "scans",
  "/scheduled-scans": "scans",
  "/feeds": "feeds",
};

test("these are all the endpoints that are described", () => {
  const described = document.operations.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    described.toSorted(),
    calls.map(({ method, template }) => `${method} /public/v1${template}`).toSorted(),
  );
});

test("200: every endpoint answers as it is described, with no field beyond, and nothing is null", async () => {
  for (const { method, template, path, payload } of calls) {
    const reply = await askExposure(app, ours.write)(method, path(ours), payload);
    assert.equal(reply.statusCode, 200, `${method} ${template}: ${reply.body}`);
    document.assertReply(method, `/public/v1${template}`, 200, reply.body);
    assert.doesNotMatch(reply.body, /null/);
    assert.equal(reply.headers["ratelimit-limit"], String(1e9));
    assert.ok(Number(reply.headers["ratelimit-remaining"]) > 0);
    assert.equal(reply.headers["access-control-allow-origin"], "*");
  }
  for (const path of [`/assets/${ours.lost}`, `/findings/${ours.info}`]) {
    const reply = await askExposure(app, ours.read)("GET", path);
    document.assertReply("GET", `/public/v1/${path.split("/")[1]}/{id}`, 200, reply.body);
  }
});

test("every list has its envelope, the same pages as the whole, and an empty page past its end", async () => {
  const ask = askExposure(app, ours.read);
  for (const [path, name] of Object.entries(lists)) {
    const { [name]: items, ...envelope } = (await ask("GET", path)).json();
    const total = items.length;
    assert.ok(total > 0, path);
    assert.deepEqual(envelope, { count: total, limit: total, offset: 0, hasMore: false, total });
    for (let offset = 0; offset < total; offset++) {
      assert.deepEqual((await ask("GET", `${path}?limit=1&offset=${offset}`)).json(), {
        count: 1,
        [name]: [items[offset]],
        limit: 1,
        offset,
        hasMore: offset < total - 1,
        total,
      });
    }
    assert.deepEqual((await ask("GET", `${path}?limit=5000&offset=${total}`)).json(), {
      count: 0,
      [name]: [],
      limit: 1000,
      offset: total,
      hasMore: false,
      total,
    });
    for (const query of [
      "limit=0",
      "limit=-1",
      "limit=1.5",
      "limit=x",
      "offset=-1",
      "limit=1&limit=2",
    ]) {
      const refused = await ask("GET", `${path}?${query}`);
      assert.equal(refused.statusCode, 400, `${path}?${query}`);
      assertErrorShape(400, refused);
    }
    assert.equal(
      (await ask("GET", `${path}?colour=blue`)).statusCode,
      200,
      "what is unknown is ignored",
    );
  }
});

test("a site filters its lists; one that is unknown, malformed or another tenant's has nothing", async () => {
  const ask = askExposure(app, ours.read);
  for (const [path, expected] of [
    ["/assets", [ours.server]],
    ["/findings", [ours.critical]],
    ["/vulnerabilities", [ours.critical]],
    ["/identity-findings", [ours.identityFinding]],
    ["/audits", [ours.auditRun]],
    ["/scans", [ours.scanId, ours.idleScanId]],
  ] as const) {
    const name = lists[path];
    const found = (await ask("GET", `${path}?siteId=${ours.siteId}`)).json();
    assert.deepEqual(
      found[name].map(({ id }: { id: string }) => id),
      expected,
    );
    assert.equal(found.total, expected.length);
    for (const siteId of [
      theirs.siteId,
      newId(),
      "",
      "nonsense",
      "%00",
      ours.siteId.toUpperCase(),
      "00000000-0000-0000-0000-000000000000",
    ]) {
      assert.deepEqual((await ask("GET", `${path}?siteId=${siteId}`)).json(), {
        count: 0,
        [name]: [],
        limit: 0,
        offset: 0,
        hasMore: false,
        total: 0,
      });
    }
    const twice = await ask("GET", `${path}?siteId=${ours.siteId}&siteId=${ours.siteId}`);
    assert.equal(twice.statusCode, 400);
  }
});

test("the aliases answer the same bytes", async () => {
  const ask = askExposure(app, ours.read);
  for (const [path, alias] of [
    ["/findings", "/vulnerabilities"],
    ["/audits", "/audit-runs"],
    ["/scans", "/scheduled-scans"],
  ]) {
    for (const query of ["", "?limit=1&offset=1", `?siteId=${ours.siteId}`]) {
      const one = await ask("GET", `${path}${query}`);
      const other = await ask("GET", `${alias}${query}`);
      assert.equal(other.body, one.body);
      assert.equal(other.headers["etag"], one.headers["etag"]);
    }
  }
});

test("401: every endpoint refuses a missing, malformed, damaged, unknown and revoked key, and the other service's", async () => {
  const revoked = await createExposureKey(database, ours.tenantId);
  await revokeApiKey(systemContext(database, ours.tenantId), revoked.id);
  const other = await createTestKey(database, ours.tenantId, "read_write", "monitor");
  const { key } = ours.write;
  const headers = [
    undefined,
    "",
    "Bearer",
    "Bearer x",
    `Basic ${key}`,
    key,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.replace("vdx_", "vdm_")}`,
    `Bearer ${revoked.key}`,
    `Bearer ${other.key}`,
  ];
  for (const { method, template, path } of calls) {
    for (const authorization of headers) {
      const reply = await app.inject({
        method,
        url: `/exposure/public/v1${path(ours)}`,
        headers: authorization === undefined ? {} : { authorization },
      });
      assert.equal(reply.statusCode, 401, `${method} ${template} ${authorization}`);
      assertErrorShape(401, reply);
      document.assertReply(method, `/public/v1${template}`, 401, reply.body);
    }
  }
});

test("403: a key that may only read cannot set a status, whether or not the finding exists or the body is good", async () => {
  const ask = askExposure(app, ours.read);
  for (const id of [ours.critical, theirs.critical, ours.identityFinding, newId(), "nonsense"]) {
    for (const payload of [{ status: "resolved" }, { status: "x" }, {}]) {
      const reply = await ask("POST", `/findings/${id}/status`, payload);
      assert.equal(reply.statusCode, 403);
      assertErrorShape(403, reply);
      document.assertReply("POST", "/public/v1/findings/{id}/status", 403, reply.body);
    }
  }
});

test("404: another tenant's id answers exactly as an id that does not exist, on every route that takes one", async () => {
  const ask = askExposure(app, ours.write);
  for (const [method, template, path, payload, ids] of [
    [
      "GET",
      "/assets/{id}",
      (id: string) => `/assets/${id}`,
      undefined,
      [theirs.server, ours.critical, ours.server.toUpperCase()],
    ],
    [
      "GET",
      "/assets/{id}/packages",
      (id: string) => `/assets/${id}/packages`,
      undefined,
      [theirs.server, ours.critical, ours.server.toUpperCase()],
    ],
    [
      "GET",
      "/findings/{id}",
      (id: string) => `/findings/${id}`,
      undefined,
      [theirs.critical, ours.server, ours.critical.toUpperCase()],
    ],
    [
      "GET",
      "/audits/{id}",
      (id: string) => `/audits/${id}`,
      undefined,
      [theirs.auditRun, ours.server, ours.auditRun.toUpperCase()],
    ],
    [
      "GET",
      "/audits/{id}/comparison",
      (id: string) => `/audits/${id}/comparison?with=${ours.auditRun}`,
      undefined,
      [theirs.auditRun, ours.server],
    ],
    [
      "GET",
      "/audits/{id}/comparison",
      (id: string) => `/audits/${ours.auditRun}/comparison?with=${id}`,
      undefined,
      [theirs.auditRun, ours.server],
    ],
    [
      "POST",
      "/findings/{id}/status",
      (id: string) => `/findings/${id}/status`,
      { status: "false_positive", notes: "taken over" },
      [theirs.critical, theirs.identityFinding, ours.server, ours.critical.toUpperCase()],
    ],
  ] as const) {
    const replies = [];
    for (const id of [newId(), "nonsense", "%00", ...ids]) {
      const reply = await ask(method, path(id), payload);
      assert.equal(reply.statusCode, 404, `${method} ${path(id)}: ${reply.body}`);
      assertErrorShape(404, reply);
      document.assertReply(method, `/public/v1${template}`, 404, reply.body);
      replies.push({ ...reply.json(), requestId: null });
    }
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
  }
  const { remediationStatus, history } = (
    await askExposure(app, theirs.read)("GET", `/findings/${theirs.critical}`)
  ).json();
  assert.deepEqual([remediationStatus, history.length], ["open", 1], "untouched");
});

test("tenants with the same names and addresses never see each other in any reply", async () => {
  for (const [one, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const foreign = Object.values(other).filter((value) => typeof value === "string");
    assert.ok(foreign.length > 10);
    for (const { path, method } of calls) {
      if (method !== "GET") continue;
      const { body } = await askExposure(app, one.read)("GET", path(one));
      for (const id of foreign) assert.ok(!body.includes(id), `${path(one)} shows ${id}`);
    }
  }
});

test("429: the 121st request within 60 s is refused with Retry-After, and succeeds after it", async () => {
  let now = 1_790_000_000_000;
  const limited = await createExposureApp(database, { limit: 120, now: () => now });
  const ask = askExposure(limited, ours.read);
  for (let i = 0; i < 120; i++) {
    assert.equal((await ask("GET", "/ping")).headers["ratelimit-remaining"], String(119 - i));
  }
  for (const { method, template, path, payload } of calls) {
    const refused = await ask(method, path(ours), payload);
    assert.equal(refused.statusCode, 429);
    assertErrorShape(429, refused);
    assert.equal(refused.headers["retry-after"], "60");
    document.assertReply(method, `/public/v1${template}`, 429, refused.body);
  }
  now += 60_000;
  assert.equal((await ask("GET", "/ping")).statusCode, 200);
});

test("OPTIONS needs no key and allows what the service has", async () => {
  const reply = await app.inject({ method: "OPTIONS", url: "/exposure/public/v1/findings" });
  assert.equal(reply.statusCode, 204);
  assert.equal(reply.headers["access-control-allow-origin"], "*");
  assert.match(String(reply.headers["access-control-allow-methods"]), /\bGET\b.*\bPOST\b/);
  assert.equal(reply.headers["access-control-allow-headers"], "Authorization, Content-Type");
});

test("a reply has a tag, and a client that has it gets 304", async () => {
  for (const { method, path } of calls) {
    if (method !== "GET") continue;
    const url = `/exposure/public/v1${path(ours)}`;
    const etag = String((await app.inject({ url, headers: ours.read.headers })).headers["etag"]);
    assert.match(etag, /^W\/"/, url);
    const headers = { ...ours.read.headers, "if-none-match": etag };
    // How old a feed is changes with time; nothing was taken in here.
    const again = await app.inject({ url, headers });
    assert.deepEqual([again.statusCode, again.body], [304, ""], url);
  }
});

test("ping tells product, version, tenant and scopes of the key", async () => {
  assert.deepEqual((await askExposure(app, ours.read)("GET", "/ping")).json(), {
    ok: true,
    product: "vedette-exposure",
    version: "v1",
    tenant: ours.tenantId,
    tenantName: "ours",
    scopes: ["read"],
  });
});
