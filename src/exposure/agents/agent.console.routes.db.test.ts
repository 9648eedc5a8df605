import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { enrolAgent } from "./enrol-agent.ts";

const { database, admin } = await createTestDatabase();
let now = 1_790_000_000_000;
const app = await createConsoleApp(database, { now: () => now });
const { tenantId } = await seedTenant(database);
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "administrator"));
const siteId = await seedSite(database, tenantId, "Berlin");
const usual = { note: "web servers", siteId, tags: ["web"], uses: 2, validForMs: 3_600_000 };

async function enrol(hostname: string, input: object = usual): Promise<string> {
  const { token } = (await ask("POST", "/agent-tokens", input)).json();
  const request = { kind: "agent", token, version: "0.1.0", hostname } as const;
  return (await enrolAgent({ database, now: () => now }, request)).id;
}

test("a token is shown once, listed without its secret, and revoked", async () => {
  const made = await ask("POST", "/agent-tokens", usual);
  assert.equal(made.statusCode, 201, made.body);
  const { id, token, expiresAt } = made.json();
  assert.equal(expiresAt, now + usual.validForMs);
  const list = await ask("GET", "/agent-tokens");
  assert.ok(!list.body.includes(token));
  const [listed] = list.json().items;
  assert.deepEqual([listed.site, listed.tags, listed.usesLeft], ["Berlin", ["web"], 2]);
  assert.equal((await ask("DELETE", `/agent-tokens/${id}`)).statusCode, 200);
  assert.equal((await ask("DELETE", `/agent-tokens/${id}`)).statusCode, 404);
  assert.deepEqual((await ask("GET", "/agent-tokens")).json(), { items: [] });
});

test("agents are listed, filtered and sorted, and stand out once they are silent", async () => {
  const id = await enrol("alpha");
  await enrol("beta", { ...usual, siteId: null, tags: [] });
  const seen = `update agents set package_count = 5, last_seen_at = case when id = $1 then $2::bigint else 0 end`;
  await withClient(admin, undefined, (client) => client.query(seen, [id, now]));
  const namesOf = async (query: string) =>
    (await ask("GET", `/agents?${query}`)).json().items.map((one: { name: string }) => one.name);
  assert.deepEqual(await namesOf("sort=-name"), ["beta", "alpha"]);
  assert.deepEqual(await namesOf("sort=-lastSeenAt"), ["alpha", "beta"]);
  assert.deepEqual(await namesOf("tag=web,other"), ["alpha"]);
  assert.deepEqual(await namesOf(`siteId=${siteId}`), ["alpha"]);
  assert.deepEqual(await namesOf("q=BET"), ["beta"]);
  assert.deepEqual(await namesOf("status=online"), ["alpha"]);
  now += 200_000;
  assert.deepEqual(await namesOf("status=silent"), ["alpha", "beta"]);
  now -= 200_000;
});

test("an agent is renamed, placed, revoked and then deleted", async () => {
  const id = await enrol("gamma");
  const change = { name: "gamma one", siteId: null, tags: ["db", "prod"] };
  assert.equal((await ask("PATCH", `/agents/${id}`, change)).statusCode, 200);
  const agent = (await ask("GET", `/agents/${id}`)).json();
  assert.deepEqual(
    [agent.name, agent.siteId, agent.tags, agent.host],
    ["gamma one", null, ["db", "prod"], null],
  );
  const early = await ask("DELETE", `/agents/${id}`);
  assert.equal(early.statusCode, 400);
  assert.match(early.json().error, /revoke it first/);
  assert.equal((await ask("POST", `/agents/${id}/revoke`)).statusCode, 200);
  assert.equal((await ask("GET", `/agents/${id}`)).json().status, "revoked");
  assert.equal((await ask("DELETE", `/agents/${id}`)).statusCode, 200);
  assert.equal((await ask("GET", `/agents/${id}`)).statusCode, 404);
});

test("only administrators change agents and see tokens, and only their own tenant's", async () => {
  const id = await enrol("delta");
  const operator = askConsole(app, tenantId, await seedMember(database, tenantId, "operator"));
  assert.equal((await operator("GET", "/agents")).statusCode, 200);
  assert.equal((await operator("GET", `/agents/${id}`)).statusCode, 200);
  const other = await seedTenant(database);
  const owner = await seedMember(database, other.tenantId, "owner");
  const there = askConsole(app, other.tenantId, owner);
  assert.equal((await there("GET", "/agents")).json().total, 0);
  assert.equal((await there("GET", `/agents/${id}`)).statusCode, 404);
  const viewer = await seedMember(database, tenantId, "viewer", [newId()]);
  const limited = askConsole(app, tenantId, viewer);
  for (const path of ["/agents", `/agents/${id}`, "/agent-tokens"]) {
    assert.equal((await limited("GET", path)).statusCode, 404, path);
  }
  for (const [method, path, body] of [
    ["PATCH", `/agents/${id}`, { tags: [] }],
    ["POST", `/agents/${id}/revoke`, undefined],
    ["DELETE", `/agents/${id}`, undefined],
    ["DELETE", `/agent-tokens/${newId()}`, undefined],
  ] as const) {
    assert.equal((await operator(method, path, body)).statusCode, 403, path);
    assert.equal((await limited(method, path, body)).statusCode, 404, path);
    assert.equal((await there(method, path, body)).statusCode, 404, path);
    assert.equal((await ask(method, `${path}x`, body)).statusCode, 404, path);
  }
  assert.equal((await operator("POST", "/agent-tokens", usual)).statusCode, 403);
  assert.equal((await operator("GET", "/agent-tokens")).statusCode, 403);
  assert.equal((await there("POST", "/agent-tokens", usual)).statusCode, 400);
});

test("bodies and parameters that cannot be used are refused", async () => {
  const id = await enrol("epsilon");
  for (const body of [
    { ...usual, uses: 0 },
    { ...usual, tags: ["no tag"] },
    { ...usual, validForMs: 1 },
    { ...usual, siteId: newId() },
    { ...usual, more: 1 },
    {},
  ]) {
    assert.equal((await ask("POST", "/agent-tokens", body)).statusCode, 400);
  }
  for (const body of [
    { name: "" },
    { name: " " },
    { siteId: newId() },
    { tags: ["a b"] },
    { x: 1 },
  ]) {
    assert.equal((await ask("PATCH", `/agents/${id}`, body)).statusCode, 400);
  }
  for (const query of ["sort=secret", "status=gone", "siteId=x"]) {
    assert.equal((await ask("GET", `/agents?${query}`)).statusCode, 400);
  }
});
