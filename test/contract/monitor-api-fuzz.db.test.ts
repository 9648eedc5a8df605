import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { type Operation, readApiDocument } from "#test/api-document";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { createMonitorApp } from "#test/monitor-app";
import { seedMonitor } from "#test/monitor-fixture";
import { listening, sendRaw } from "#test/raw-http";

const db = await createTestDatabase();
const fixture = await seedMonitor(db, "fuzzed");
const bystander = await seedMonitor(db, "bystander");
const app = await createMonitorApp(db.database);
const port = await listening(app);
const document = await readApiDocument("monitor");
const base = "/monitor";
const before = await bystanderRows();

const text = fc.string({ unit: "binary", maxLength: 60 });
const hostile = fc.constantFrom(
  "",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "true",
  "../../..",
  "%00",
  "%zz",
  "%ff",
  "';--",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "x".repeat(5000),
);
const ids = fc.constantFrom(
  fixture.up,
  fixture.device,
  fixture.openIncident,
  bystander.up,
  bystander.openIncident,
  newId(),
);
const json = fc.jsonValue({ maxDepth: 3 });

/** Values that the schema allows, and such that it does not. */
function valueOf(schema: object): fc.Arbitrary<unknown> {
  if ("enum" in schema && Array.isArray(schema.enum))
    return fc.oneof(fc.constantFrom(...schema.enum), text);
  const type = "type" in schema ? schema.type : undefined;
  if (type === "integer")
    return fc.oneof(fc.integer({ min: -5, max: 100_000 }), fc.double(), hostile);
  if (type === "boolean") return fc.oneof(fc.boolean(), json);
  if (type === "string") return fc.oneof(text, hostile, json);
  if (type === "object" && "properties" in schema && typeof schema.properties === "object") {
    const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
      name,
      valueOf(Object(inner)),
    ]);
    const known = fc.record<Record<string, unknown>>(Object.fromEntries(properties), {
      requiredKeys: [],
    });
    const unknown = fc.dictionary(fc.oneof(text, hostile), json, { maxKeys: 3 });
    return fc.oneof(
      known,
      fc.tuple(known, unknown).map(([one, other]) => ({ ...one, ...other })),
      json,
    );
  }
  return json;
}

const pathPart = fc.oneof(ids, text.map(encodeURIComponentSafely), hostile);

function encodeURIComponentSafely(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function pathOf(operation: Operation): fc.Arbitrary<string> {
  return pathPart.map((part) =>
    operation.path.replace(/\{[^}]+\}/, part.replaceAll(/[\s?#]/g, "")),
  );
}

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === "query");
  const pair = fc.oneof(
    ...names.map(({ name, schema }) =>
      valueOf(schema).map((value) => `${name}=${encodeURIComponentSafely(String(value))}`),
    ),
    fc
      .tuple(text, text)
      .map(
        ([name, value]) => `${encodeURIComponentSafely(name)}=${encodeURIComponentSafely(value)}`,
      ),
    fc.constantFrom("limit", "limit=1&limit=2", "&&", "=", "%", "a[b]=c", "__proto__[x]=1"),
  );
  return fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
}

const headers = fc.record(
  {
    authorization: fc.oneof(
      {
        weight: 10,
        arbitrary: fc.constantFrom(
          fixture.write.headers.authorization,
          fixture.read.headers.authorization,
        ),
      },
      fc.constantFrom("Bearer vdm_live_x", "Basic x", "", "Bearer"),
    ),
    "content-type": fc.constantFrom(
      "application/json",
      "application/json; charset=utf-8",
      "text/plain",
      "x",
      "multipart/form-data",
    ),
    accept: fc.constantFrom("*/*", "text/html", "x"),
    "accept-encoding": fc.constantFrom("gzip", "br", "identity;q=0", "*", "x;q=9"),
    "if-none-match": fc.constantFrom("*", "x", 'W/"x"', ","),
    "x-request-id": fc.constantFrom("mine", "x".repeat(100), "<x>"),
    origin: fc.constantFrom("https://x.test", "null"),
    expect: fc.constantFrom("100-continue"),
  },
  { requiredKeys: ["authorization"] },
);

const payload = (operation: Operation): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    fc.constant(undefined),
    valueOf(operation.body ?? {}).map((value) => JSON.stringify(value)),
    fc.constantFrom("", "{", "null", "[]", '{"__proto__":1}', "\ud800", `[${"[".repeat(5000)}`),
    text,
  );

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
);

const request = fc.constantFrom(...document.operations).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    method: methods.map((other) => other ?? operation.method),
    url: fc
      .tuple(pathOf(operation), queryOf(operation))
      .map(([path, query]) => base + path + query),
    headers,
    payload: payload(operation),
  }),
);

test("no request of any make gets a 5xx, and every refusal has the error shape", async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, url, headers: sent, payload: body }) => {
      const options = {
        method,
        url,
        headers: sent,
        ...(body === undefined ? {} : { payload: body }),
      } as InjectOptions;
      const reply = await app.inject(options);
      seen.set(reply.statusCode, (seen.get(reply.statusCode) ?? 0) + 1);
      assert.ok(
        [200, 204, 304, 400, 401, 403, 404].includes(reply.statusCode),
        `${reply.statusCode} ${reply.body}`,
      );
      assert.equal(reply.headers["access-control-allow-origin"], "*");
      if (reply.statusCode >= 400 && method !== "HEAD") {
        const encoded = reply.headers["content-encoding"] !== undefined;
        if (!encoded) assertErrorShape(reply.statusCode, reply);
      }
    }),
    { numRuns: 3000 },
  );
  for (const status of [200, 400, 401, 403, 404]) {
    assert.ok((seen.get(status) ?? 0) > 20, `${status} was met ${seen.get(status)} times`);
  }
});

test("no bytes of any make stop the server or make it answer 5xx", async () => {
  const line = fc.oneof(
    fc.constantFrom(
      `GET ${base}/public/v1/sensors HTTP/1.1`,
      `PATCH ${base}/public/v1/sensors/${fixture.up} HTTP/1.1`,
      "Host: x",
      `Authorization: ${fixture.write.headers.authorization}`,
      "Content-Type: application/json",
      "Content-Length: 2",
      "Transfer-Encoding: chunked",
      "Connection: close",
      "{}",
      "2",
      "",
    ),
    fc.string({ unit: "binary-ascii", maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
      const bytes = `${lines.join("\r\n")}\r\n\r\n`;
      const reply = await sendRaw(port, Buffer.from(bytes, "latin1"), 100).catch(() => null);
      assert.ok(reply === null || reply.status < 500, bytes);
    }),
    { numRuns: 100 },
  );
  const alive = await app.inject({ url: `${base}/public/v1/ping`, headers: fixture.read.headers });
  assert.equal(alive.statusCode, 200);
});

test("nothing of another tenant was changed by all that", async () => {
  assert.deepEqual(await bystanderRows(), before);
});

async function bystanderRows(): Promise<unknown[]> {
  return withClient(db.admin, undefined, async (client) => {
    const { rows } = await client.query(
      `select to_jsonb(s) as row from sensors s where tenant_id = $1
       union all select to_jsonb(i) from incidents i where tenant_id = $1
       union all select to_jsonb(a) from audit_log a where tenant_id = $1 order by 1`,
      [bystander.tenantId],
    );
    return rows;
  });
}
