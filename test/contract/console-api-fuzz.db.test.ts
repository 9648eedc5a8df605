import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { newId } from "#lib/ids";
import { anyRequest } from "#test/any-request";
import { readApiDocument } from "#test/api-document";
import { createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { seedExposure } from "#test/exposure-fixture";
import { seedMonitor } from "#test/monitor-fixture";
import { rowsOfTenant } from "#test/rows-of-tenant";

const db = await createTestDatabase();
const { database } = db;
const monitor = await seedMonitor(db, "fuzzed");
const exposure = await seedExposure(db, "fuzzed exposure");
const bystander = await seedMonitor(db, "bystander");
const app = await createConsoleApp(database);
const document = await readApiDocument("console");
const before = await rowsOfTenant(db, bystander.tenantId);

// The stream has no end to wait for.
const operations = document.operations.filter(({ path }) => !path.endsWith("/live"));

for (const [name, tenantId, ids] of [
  [
    "monitoring",
    monitor.tenantId,
    [monitor.up, monitor.device, monitor.openIncident, bystander.up, bystander.openIncident],
  ],
  [
    "exposure",
    exposure.tenantId,
    [exposure.server, exposure.critical, exposure.identityFinding, exposure.auditRun],
  ],
] as const) {
  test(`no request to a tenant with ${name} gets a 5xx, and every refusal has the error shape`, async () => {
    const owner = await seedMember(database, tenantId, "owner");
    const request = anyRequest({
      document: { ...document, operations },
      base: "/api",
      ids: [...ids, newId(), "00000000-0000-0000-0000-000000000000"],
      authorizations: [],
      headers: owner.headers,
      path: { tenantId },
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ method, url, headers, payload }) => {
        const body = payload === undefined ? {} : { payload };
        const reply = await app.inject({ method, url, headers, ...body } as InjectOptions);
        assert.ok(reply.statusCode < 500, `${method} ${url} ${payload}: ${reply.body}`);
        if (reply.statusCode >= 400 && method !== "HEAD") {
          const encoded = reply.headers["content-encoding"] !== undefined;
          if (!encoded) assertErrorShape(reply.statusCode, reply);
        }
      }),
      { numRuns: 3000 },
    );
  });
}

test("nothing of another tenant was changed by all that", async () => {
  assert.deepEqual(await rowsOfTenant(db, bystander.tenantId), before);
});
