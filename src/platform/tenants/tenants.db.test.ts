import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { createTenant } from "./create-tenant.ts";
import { setSensorLimit } from "./set-sensor-limit.ts";
import { findTenantByName, listTenants } from "./tenant.queries.ts";
import { tenantsChannel } from "./tenant.ts";

const { database, admin } = await createTestDatabase();
const now = 1_700_000_000_000;

function contextOf(tenantId: string): Context {
  const actor = { kind: "command_line", id: "command_line", name: "root@test" } as const;
  return { tenantId, actor, scopes: ["read", "write"], database, now: () => now, requestId: "r" };
}

async function create(name: string, sensorLimit?: number) {
  const context = contextOf(newId());
  const input = { name, ...(sensorLimit === undefined ? {} : { sensorLimit }) };
  return database.transaction(context.tenantId, (tx) => createTenant(tx, context, input));
}

async function auditOf(tenantId: string) {
  return withClient(admin, undefined, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select action, subject_kind, subject_id, detail, actor_kind, actor_name, request_id, at::float8 as at
       from audit_log where tenant_id = $1 order by id`,
      [tenantId],
    );
    return rows;
  });
}

test("a tenant is found by its name, and its making stands in the audit log", async () => {
  const tenant = await create("  acme ");
  assert.deepEqual(await findTenantByName(database.system, "acme"), {
    id: tenant.id,
    name: "acme",
    sensorLimit: 10_000,
    createdAt: now,
  });
  assert.equal(await findTenantByName(database.system, "ACME"), null);
  assert.deepEqual(await auditOf(tenant.id), [
    {
      action: "tenant.create",
      subject_kind: "tenant",
      subject_id: tenant.id,
      detail: { name: "acme", sensorLimit: 10_000 },
      actor_kind: "command_line",
      actor_name: "root@test",
      request_id: "r",
      at: now,
    },
  ]);
});

test("a name is one tenant's alone, and neither empty nor longer than 200 characters", async () => {
  await create("taken");
  await assert.rejects(create("taken"), /There already is a tenant named "taken"/);
  await assert.rejects(create(" "), /1 to 200 characters/);
  await assert.rejects(create("x".repeat(201)), /1 to 200 characters/);
  await create("🙂".repeat(200));
  const names = (await listTenants(database.system)).map(({ name }) => name);
  assert.equal(names.filter((name) => name === "taken").length, 1);
});

test("two that make the same tenant at once make one", async () => {
  const results = await Promise.allSettled([create("race"), create("race"), create("race")]);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
});

test("running servers hear of a new tenant, but only once it is there", async () => {
  const heard: string[] = [];
  const subscription = await database.listen(tenantsChannel, (payload) => heard.push(payload));
  const context = contextOf(newId());
  const failed = database.transaction(context.tenantId, async (tx) => {
    await createTenant(tx, context, { name: "never" });
    throw new Error("not after all");
  });
  await assert.rejects(failed, /not after all/);
  const tenant = await create("heard of");
  await until(() => heard.includes(tenant.id), { what: "the notice arrives" });
  assert.deepEqual(heard, [tenant.id]);
  await subscription.close();
});

test("a plan is changed with an audit row, unless nothing changes", async () => {
  const tenant = await create("plan", 5);
  const context = contextOf(tenant.id);
  const set = (limit: number) =>
    database.transaction(tenant.id, (tx) => setSensorLimit(tx, context, limit));
  await set(5);
  await set(0);
  assert.equal((await findTenantByName(database.system, "plan"))?.sensorLimit, 0);
  const log = await auditOf(tenant.id);
  assert.deepEqual(
    log.map(({ action, detail }) => [action, detail]),
    [
      ["tenant.create", { name: "plan", sensorLimit: 5 }],
      ["tenant.update", { sensorLimit: { from: 5, to: 0 } }],
    ],
  );
  const nobody = contextOf(newId());
  const missing = database.transaction(nobody.tenantId, (tx) => setSensorLimit(tx, nobody, 1));
  await assert.rejects(missing, /no such tenant/);
});
