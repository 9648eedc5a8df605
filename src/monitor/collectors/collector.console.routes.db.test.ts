import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedSensors, seedTenant } from "#test/seed";
import { createCollectorIn } from "./create-collector-in.ts";

const db = await createTestDatabase();
const { database } = db;
let now = 1_790_000_000_000;
const app = await createConsoleApp(database, { now: () => now });
const seed = await seedTenant(database);
const { tenantId, collectorId } = seed;
const administrator = await seedMember(database, tenantId, "administrator");
const ask = askConsole(app, tenantId, administrator);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

async function makeCollector(name: string): Promise<string> {
  const actor = { kind: "user", id: "x", name: "x" } as const;
  const scopes = ["read", "write"] as const;
  const context = { tenantId, actor, scopes, database, now: () => now, requestId: "x" };
  const made = await database.transaction(tenantId, (tx) =>
    createCollectorIn(tx, context, { name }),
  );
  return made.id;
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { items } = (await ask("GET", "/collectors")).json();
  return items.find((item: { id: string }) => item.id === id);
}

test("a collector shows what it polls and how it is, and stands out once it is silent", async () => {
  await seedSensors(database, seed, [{}, { enabled: false }]);
  const health = {
    version: "0.1.0",
    sensors: 1,
    lagP99Ms: 12,
    checksPerSec: 0.5,
    spooledResults: 3,
    droppedResults: 0,
  };
  await sql(
    "update collectors set last_seen_at = $2, version = '0.1.0', health = $3 where id = $1",
    [collectorId, now - 1000, JSON.stringify(health)],
  );
  const row = await rowOf(collectorId);
  assert.equal(row["status"], "online");
  assert.equal(row["sensors"], 2);
  assert.deepEqual(row["health"], {
    lagP99Ms: 12,
    checksPerSec: 0.5,
    spooledResults: 3,
    droppedResults: 0,
  });
  now += 90_000;
  assert.equal((await rowOf(collectorId))["status"], "silent");
  now -= 90_000;
});

test("a token is made anew, shown once, and gone with the collector's right to come", async () => {
  const id = await makeCollector("branch");
  assert.equal((await rowOf(id))["status"], "pending");
  const reply = await ask("POST", `/collectors/${id}/token`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { token, expiresAt } = reply.json();
  assert.equal((await rowOf(id))["tokenExpiresAt"], expiresAt);
  assert.ok(!(await ask("GET", "/collectors")).body.includes(token));

  assert.equal((await ask("POST", `/collectors/${id}/revoke`)).statusCode, 200);
  const revoked = await rowOf(id);
  assert.equal(revoked["status"], "revoked");
  assert.equal(revoked["tokenExpiresAt"], null);
});

test("which addresses it may ask is set as a whole, and what is no CIDR is refused by name", async () => {
  const id = await makeCollector("lab");
  const path = `/collectors/${id}/targets`;
  const lists = { allow: ["10.0.0.0/8"], deny: ["10.1.0.0/16", "2001:db8::/32"] };
  assert.equal((await ask("PUT", path, lists)).statusCode, 200);
  const row = await rowOf(id);
  assert.deepEqual([row["targetAllow"], row["targetDeny"]], [lists.allow, lists.deny]);
  const refused = await ask("PUT", path, { allow: ["nonsense"], deny: [] });
  assert.equal(refused.statusCode, 400);
  assert.match(refused.json().error, /"nonsense" is no address/);
  for (const body of [{}, { allow: [] }, { allow: [""], deny: [] }, { ...lists, more: 1 }]) {
    assert.equal((await ask("PUT", path, body)).statusCode, 400);
  }
});

test("only administrators change collectors, and only their own tenant's", async () => {
  const id = await makeCollector("roles");
  const lists = { allow: [], deny: [] };
  const operator = askConsole(app, tenantId, await seedMember(database, tenantId, "operator"));
  assert.equal((await operator("GET", "/collectors")).statusCode, 200);
  const theirs = await seedTenant(database);
  const there = askConsole(
    app,
    theirs.tenantId,
    await seedMember(database, theirs.tenantId, "owner"),
  );
  const limited = askConsole(
    app,
    tenantId,
    await seedMember(database, tenantId, "viewer", [newId()]),
  );
  assert.equal((await limited("GET", "/collectors")).statusCode, 404);
  for (const [method, path, body] of [
    ["POST", "token", undefined],
    ["POST", "revoke", undefined],
    ["PUT", "targets", lists],
  ] as const) {
    assert.equal((await operator(method, `/collectors/${id}/${path}`, body)).statusCode, 403);
    assert.equal((await limited(method, `/collectors/${id}/${path}`, body)).statusCode, 404);
    assert.equal((await there(method, `/collectors/${id}/${path}`, body)).statusCode, 404);
    assert.equal((await ask(method, `/collectors/nothing/${path}`, body)).statusCode, 404);
  }
});

test("the embedded collector is the server's own: it is neither revoked nor enrolled from here", async () => {
  const id = newId();
  await sql(
    `insert into collectors (tenant_id, id, name, embedded, status, created_at)
     values ($1, $2, 'embedded', true, 'active', 0)`,
    [tenantId, id],
  );
  for (const path of ["token", "revoke"]) {
    const reply = await ask("POST", `/collectors/${id}/${path}`);
    assert.equal(reply.statusCode, 400);
    assert.match(reply.json().error, /belongs to the server/);
  }
});
