import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { anyRequest } from "#test/any-request";
import { readApiDocument } from "#test/api-document";
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
const base = "/monitor";
const before = await bystanderRows();

const request = anyRequest({
  document: await readApiDocument("monitor.v1"),
  base,
  ids: [
    fixture.up,
    fixture.device,
    fixture.openIncident,
    bystander.up,
    bystander.openIncident,
    newId(),
  ],
  authorizations: [fixture.write.headers.authorization, fixture.read.headers.authorization],
});

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
