import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { seedTenant } from "#test/seed";

const { database } = await createTestDatabase();
const app = await createConsoleApp(database);
const { tenantId } = await seedTenant(database);
const administrator = await seedMember(database, tenantId, "administrator");
const ask = askConsole(app, tenantId, administrator);
const newKey = { service: "monitor", scope: "read", name: "dashboard" };

test("a key is shown once, listed by its first characters, and revoked for good", async () => {
  const made = await ask("POST", "/api-keys", newKey);
  assert.equal(made.statusCode, 201, made.body);
  const { id, key } = made.json();
  assert.match(key, /^vdm_live_/);

  const [listed] = (await ask("GET", "/api-keys")).json().items;
  assert.equal(listed.id, id);
  assert.equal(listed.createdBy, "Test Person");
  assert.equal(listed.lastUsedAt, null);
  assert.ok(!JSON.stringify(listed).includes(key));

  assert.equal((await ask("DELETE", `/api-keys/${id}`)).statusCode, 200);
  assert.notEqual((await ask("GET", "/api-keys")).json().items[0].revokedAt, null);
});

test("only administrators see, make and revoke keys, and only of their own tenant", async () => {
  const { id } = (await ask("POST", "/api-keys", newKey)).json();
  for (const role of ["operator", "viewer"] as const) {
    const other = askConsole(app, tenantId, await seedMember(database, tenantId, role));
    assert.equal((await other("GET", "/api-keys")).statusCode, 403);
    assert.equal((await other("POST", "/api-keys", newKey)).statusCode, 403);
    assert.equal((await other("DELETE", `/api-keys/${id}`)).statusCode, 403);
  }
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  assert.equal((await askConsole(app, tenantId, stranger)("GET", "/api-keys")).statusCode, 404);
  const there = askConsole(app, theirs.tenantId, stranger);
  assert.equal((await there("DELETE", `/api-keys/${id}`)).statusCode, 404);
  assert.equal((await askConsole(app, tenantId, null)("GET", "/api-keys")).statusCode, 401);
});

test("a body that cannot be used is refused with its place", async () => {
  for (const body of [
    {},
    { ...newKey, scope: "all" },
    { ...newKey, more: 1 },
    { ...newKey, name: " " },
  ]) {
    const reply = await ask("POST", "/api-keys", body);
    assert.equal(reply.statusCode, 400, reply.body);
  }
});
