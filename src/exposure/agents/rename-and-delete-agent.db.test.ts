import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { seedAgent } from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { systemContext } from "#test/service-app";
import { deleteAgent } from "./delete-agent.ts";
import { forgetAgentsGone } from "./forget-agents-gone.ts";
import { listAgentsForOperators } from "./list-agents-for-operators.ts";
import { renameAgent } from "./rename-agent.ts";
import { revokeAgentIn } from "./revoke-agent-in.ts";

const { database } = await createTestDatabase();

const insertFound = statement<[tenantId: string, agentId: string], { packages: number }>(
  "test.agents.found",
  `with run as (
     insert into audit_runs (tenant_id, id, agent_id, hostname, bundle_id, bundle_name, run_at, satisfied, failed,
       not_applicable, not_checkable, unknown)
     values ($1, gen_random_uuid(), $2, 'web1', 'debian', 'Debian', 1, 1, 0, 0, 0, 0))
   insert into installed_packages values ($1, $2, 'bash', 'amd64', '5', 'bash', '5')`,
);
const left = statement<[tenantId: string], { packages: number; runs: string[] }>(
  "test.agents.left",
  `select (select count(*) from installed_packages where tenant_id = $1) as packages,
     array(select hostname from audit_runs where tenant_id = $1) as runs`,
);
const entries = statement<[tenantId: string], { entry: string }>(
  "test.agents.entries",
  `select actor_name || ' ' || action || ' ' || detail::text as entry from audit_log where tenant_id = $1
   order by at, id`,
);

async function newPlace(): Promise<Context> {
  return systemContext(database, (await seedTenant(database)).tenantId, () => 5);
}
const namesIn = async (context: Context) =>
  (await listAgentsForOperators(context)).map(({ name }) => name);
const logOf = async ({ tenantId }: Context) =>
  (await database.forTenant(tenantId).run(entries, [tenantId])).map(({ entry }) => entry);
const revoke = (context: Context, id: string) =>
  database.transaction(context.tenantId, (tx) => revokeAgentIn(tx, context, id));
const agentNamed = async ({ tenantId }: Context, name: string) =>
  (await seedAgent(database, tenantId, { name })).agentId;

test("an agent that is revoked can be deleted with its packages; its runs stay under their host's name", async () => {
  const context = await newPlace();
  const { tenantId } = context;
  const id = await agentNamed(context, "web1");
  const db = database.forTenant(tenantId);
  await db.run(insertFound, [tenantId, id]);
  await assert.rejects(deleteAgent(context, { id }), /Agent web1 is active: revoke it first/);
  assert.deepEqual(await namesIn(context), ["web1"]);
  await revoke(context, id);
  await deleteAgent(context, { id });
  assert.deepEqual(await namesIn(context), []);
  assert.deepEqual(await db.run(left, [tenantId]), [{ packages: 0, runs: ["web1"] }]);
  assert.deepEqual((await logOf(context)).slice(1), ['test agent.delete {"name": "web1"}']);
  await assert.rejects(deleteAgent(context, { id }), /no such agent/);
});

test("an agent is forgotten by when it was first revoked, not by when it came", async () => {
  const context = await newPlace();
  const { tenantId } = context;
  const id = await agentNamed(context, "web1");
  await agentNamed(context, "web2");
  await revoke(context, id);
  await revoke({ ...context, now: () => 100 }, id);
  assert.equal(await forgetAgentsGone(database, tenantId, 5), 0);
  assert.equal(await forgetAgentsGone(database, tenantId, 6), 1);
  assert.deepEqual(await namesIn(context), ["web2"]);
});

test("a name moves from an agent that is gone to the one that came after it", async () => {
  const context = await newPlace();
  const [gone, here] = [await agentNamed(context, "web1"), await agentNamed(context, "web1-2")];
  await revoke(context, gone);
  await assert.rejects(
    renameAgent(context, { id: here, name: "web1" }),
    /another agent named web1/,
  );
  await renameAgent(context, { id: gone, name: "web1 before" });
  await renameAgent(context, { id: here, name: " web1 " });
  await renameAgent(context, { id: here, name: "web1" });
  assert.deepEqual(await namesIn(context), ["web1", "web1 before"]);
  assert.deepEqual((await logOf(context)).slice(1), [
    'test agent.rename {"name": {"to": "web1 before", "from": "web1"}}',
    'test agent.rename {"name": {"to": "web1", "from": "web1-2"}}',
  ]);
});

test("a name is a line of 1 to 300 characters that can be read", async () => {
  const context = await newPlace();
  const id = await agentNamed(context, "web1");
  for (const name of ["", " ", "web\n1", "web\u001b[2J", "web\u0000", "x".repeat(301)]) {
    await assert.rejects(renameAgent(context, { id, name }), /^Problem: The new name /);
  }
  await renameAgent(context, { id, name: "é".repeat(300) });
  assert.deepEqual(await namesIn(context), ["é".repeat(300)]);
});

test("who may only read renames and deletes nothing, and nobody what is another tenant's", async () => {
  const context = await newPlace();
  const id = await agentNamed(context, "web1");
  await revoke(context, id);
  const reader: Context = { ...context, scopes: ["read"] };
  const stranger = await newPlace();
  for (const [who, refusal] of [
    [reader, /may only read/],
    [stranger, /no such agent/],
  ] as const) {
    await assert.rejects(renameAgent(who, { id, name: "mine" }), refusal);
    await assert.rejects(deleteAgent(who, { id }), refusal);
  }
  await assert.rejects(renameAgent(context, { id: newId(), name: "x" }), /no such agent/);
  assert.deepEqual(await namesIn(context), ["web1"]);
});
