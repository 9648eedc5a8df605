import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { anyCharacter } from "#test/any-text";
import { anyRequest } from "#test/any-request";
import { readApiDocument } from "#test/api-document";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { createExposureApp } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";

const db = await createTestDatabase();
const fixture = await seedExposure(db, "fuzzed");
const bystander = await seedExposure(db, "bystander");
const app = await createExposureApp(db.database);
const before = await bystanderRows();

const request = anyRequest({
  document: await readApiDocument("exposure.v1"),
  base: "/exposure",
  ids: [
    fixture.server,
    fixture.critical,
    fixture.info,
    fixture.resolved,
    fixture.identityFinding,
    fixture.auditRun,
    bystander.server,
    bystander.critical,
    bystander.identityFinding,
    bystander.auditRun,
    newId(),
    "00000000-0000-0000-0000-000000000000",
  ],
  authorizations: [fixture.write.headers.authorization, fixture.read.headers.authorization],
});

test("no request of any make gets a 5xx, and every refusal has the error shape", async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, url, headers, payload }) => {
      const body = payload === undefined ? {} : { payload };
      const reply = await app.inject({ method, url, headers, ...body } as InjectOptions);
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

const bodies = fc.record(
  {
    status: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom("open", "in_progress", "resolved", "accepted") },
      fc.jsonValue({ maxDepth: 1 }),
    ),
    notes: fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 100 }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("\u0000", "\ud800", "x".repeat(10_001), "🙂".repeat(10_000)),
    ),
    acceptedUntil: fc.oneof(
      fc.maxSafeInteger(),
      fc.double(),
      fc.constantFrom(8_640_000_000_000_000, 8_640_000_000_000_001, 1e300, -1),
    ),
  },
  { requiredKeys: [] },
);

test("whatever is said about a finding is kept as it was said, or refused with 400 and nothing kept", async () => {
  const path = (id: string) => `/exposure/public/v1/findings/${id}`;
  const { headers } = fixture.write;
  await fc.assert(
    fc.asyncProperty(bodies, async (payload) => {
      const earlier = (await app.inject({ url: path(fixture.info), headers })).json();
      const url = `${path(fixture.info)}/status`;
      const reply = await app.inject({ method: "POST", url, headers, payload });
      const later = (await app.inject({ url: path(fixture.info), headers })).json();
      if (reply.statusCode === 400) return assert.deepEqual(later, earlier);
      assert.equal(reply.statusCode, 200, reply.body);
      assert.equal(later.remediationStatus, payload.status);
      assert.equal(later.acceptedUntil, payload.acceptedUntil);
      if (payload.notes !== undefined && payload.notes.trim() !== "")
        assert.equal(later.history[0].notes, payload.notes);
      return undefined;
    }),
    { numRuns: 300 },
  );
});

test("nothing of another tenant was changed by all that", async () => {
  assert.deepEqual(await bystanderRows(), before);
});

async function bystanderRows(): Promise<unknown[]> {
  return withClient(db.admin, undefined, async (client) => {
    const tables = [
      "assets",
      "findings",
      "finding_events",
      "finding_totals",
      "identity_findings",
      "scans",
      "sites",
      "probes",
      "audit_runs",
      "audit_log",
    ];
    const selects = tables.map(
      (table) => `select to_jsonb(t) as row from ${table} t where tenant_id = $1`,
    );
    const { rows } = await client.query(`${selects.join(" union all ")} order by 1`, [
      bystander.tenantId,
    ]);
    assert.ok(rows.length > 15);
    return rows;
  });
}
