import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#platform/context";
import { examine, withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { insertAuditEntries } from "./audit-entry.queries.ts";

const { database, admin, connection } = await createTestDatabase();
const { tenantId } = await seedTenant(database);
const context: Context = {
  tenantId,
  actor: { kind: "api_key", id: "k", name: "dashboard" },
  scopes: ["read", "write"],
  database,
  now: () => 1_700_000_000_000,
  requestId: "r1",
};
const entry = (subjectId: string) => ({
  action: "sensor.update",
  subjectKind: "sensor",
  subjectId,
  detail: { name: { from: 'a"\\', to: "é🙂" } },
});

async function query(sql: string) {
  return withClient(admin, undefined, async (client) => (await client.query(sql)).rows);
}

test("many entries are one statement, each with who, what and when", async () => {
  await insertAuditEntries(database.forTenant(tenantId), context, [entry("s1"), entry("s2")]);
  await insertAuditEntries(database.forTenant(tenantId), context, []);
  const rows = await query(
    `select tenant_id, at::float8 as at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, detail, request_id
     from audit_log order by subject_id`,
  );
  const common = {
    tenant_id: tenantId,
    at: 1_700_000_000_000,
    actor_kind: "api_key",
    actor_id: "k",
    actor_name: "dashboard",
    action: "sensor.update",
    subject_kind: "sensor",
    detail: { name: { from: 'a"\\', to: "é🙂" } },
    request_id: "r1",
  };
  assert.deepEqual(rows, [
    { ...common, subject_id: "s1" },
    { ...common, subject_id: "s2" },
  ]);
});

test("what was written is never changed, deleted or emptied, not even past row-level security", async () => {
  for (const sql of [
    "update audit_log set action = 'x'",
    "delete from audit_log",
    "truncate audit_log",
  ]) {
    await assert.rejects(query(sql), /append-only/, sql);
  }
  const [row] = await query("select count(*)::int as n from audit_log");
  assert.equal(row?.n, 2);
});

test("a tenant's connection writes no other tenant's log", async () => {
  const other = await seedTenant(database);
  const forged = { ...context, tenantId: other.tenantId };
  await assert.rejects(
    insertAuditEntries(database.forTenant(tenantId), forged, [entry("s3")]),
    /row-level security/,
  );
  const { role } = await examine(connection);
  const seen = await withClient(connection, role, (client) =>
    client.query("select 1 from audit_log"),
  );
  assert.deepEqual(seen.rows, []);
});
