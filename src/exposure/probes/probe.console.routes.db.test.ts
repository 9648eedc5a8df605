import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { seedTenant } from "#test/seed";
import { createProbeIn } from "./create-probe-in.ts";
import { ensureEmbeddedProbe } from "./embedded-probe.ts";
import { enrolProbe } from "./enrol-probe.ts";

const { database, admin } = await createTestDatabase();
let now = 1_790_000_000_000;
const app = await createConsoleApp(database, { now: () => now });
const place = await seedScanPlace(database, now - 1000);
const { tenantId, probeId } = place;
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "administrator"));

async function makeProbe(name: string): Promise<{ id: string; token: string }> {
  const context = operatorOf(database, tenantId, () => now);
  return database.transaction(tenantId, (tx) =>
    createProbeIn(tx, context, { name, companyId: null }),
  );
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { items } = (await ask("GET", "/probes")).json();
  return items.find((item: { id: string }) => item.id === id);
}

test("a probe shows what it is there for and how it is, and stands out once it is silent", async () => {
  await seedScan(database, place);
  const health = { nmap: "7.95", icmp: true, runs: 1, spooled: 0 };
  await withClient(admin, undefined, (client) =>
    client.query("update probes set health = $2, version = '0.1.0' where id = $1", [
      probeId,
      JSON.stringify(health),
    ]),
  );
  const row = await rowOf(probeId);
  assert.deepEqual(
    [row["status"], row["sites"], row["scans"], row["directories"]],
    ["online", ["HQ"], 1, 0],
  );
  assert.deepEqual(row["health"], { ...health, assessments: null });
  now += 700_000;
  assert.equal((await rowOf(probeId))["status"], "silent");
  now -= 700_000;
});

test("a probe is made anew with a token, disabled, and let back in", async () => {
  const { id, token } = await makeProbe("branch");
  assert.equal((await rowOf(id))["status"], "pending");
  const renewed = (await ask("POST", `/probes/${id}/token`)).json();
  assert.equal((await rowOf(id))["tokenExpiresAt"], renewed.expiresAt);
  assert.ok(!(await ask("GET", "/probes")).body.includes(renewed.token));
  const come = { kind: "probe", version: "1", hostname: "h" } as const;
  const deps = { database, now: () => now };
  await assert.rejects(enrolProbe(deps, { ...come, token }), /token/);
  await enrolProbe(deps, { ...come, token: renewed.token });
  assert.equal((await rowOf(id))["status"], "online");

  assert.equal((await ask("POST", `/probes/${id}/disable`)).statusCode, 200);
  assert.equal((await rowOf(id))["status"], "disabled");
  assert.deepEqual((await ask("POST", `/probes/${id}/enable`)).json(), { mustEnrol: false });
  assert.equal((await rowOf(id))["status"], "online");
});

test("which addresses it may touch is set as a whole, and what is no CIDR is refused by name", async () => {
  const path = `/probes/${probeId}/targets`;
  const lists = { allow: ["10.0.0.0/8"], deny: ["10.1.0.0/16"] };
  assert.equal((await ask("PUT", path, lists)).statusCode, 200);
  const row = await rowOf(probeId);
  assert.deepEqual([row["targetAllow"], row["targetDeny"]], [lists.allow, lists.deny]);
  const refused = await ask("PUT", path, { allow: ["nonsense"], deny: [] });
  assert.equal(refused.statusCode, 400);
  assert.match(refused.json().error, /"nonsense" is no address/);
  for (const body of [{}, { allow: [] }, { allow: [""], deny: [] }, { ...lists, more: 1 }]) {
    assert.equal((await ask("PUT", path, body)).statusCode, 400);
  }
});

test("only administrators change probes, and only their own tenant's", async () => {
  const { id } = await makeProbe("roles");
  const operator = askConsole(app, tenantId, await seedMember(database, tenantId, "operator"));
  assert.equal((await operator("GET", "/probes")).statusCode, 200);
  const other = await seedTenant(database);
  const owner = await seedMember(database, other.tenantId, "owner");
  const there = askConsole(app, other.tenantId, owner);
  assert.deepEqual((await there("GET", "/probes")).json(), { items: [] });
  const viewer = await seedMember(database, tenantId, "viewer", [newId()]);
  const limited = askConsole(app, tenantId, viewer);
  assert.equal((await limited("GET", "/probes")).statusCode, 404);
  for (const [method, path, body] of [
    ["POST", "token", undefined],
    ["POST", "disable", undefined],
    ["POST", "enable", undefined],
    ["PUT", "targets", { allow: [], deny: [] }],
  ] as const) {
    assert.equal((await operator(method, `/probes/${id}/${path}`, body)).statusCode, 403);
    assert.equal((await limited(method, `/probes/${id}/${path}`, body)).statusCode, 404);
    assert.equal((await there(method, `/probes/${id}/${path}`, body)).statusCode, 404);
    assert.equal((await ask(method, `/probes/nothing/${path}`, body)).statusCode, 404);
  }
});

test("the embedded probe is the server's own: it is neither disabled nor enrolled from here", async () => {
  const id = await database.transaction(tenantId, (tx) => ensureEmbeddedProbe(tx, tenantId, now));
  const [first] = (await ask("GET", "/probes")).json().items;
  assert.equal(first.id, id);
  for (const path of ["token", "disable"]) {
    const reply = await ask("POST", `/probes/${id}/${path}`);
    assert.equal(reply.statusCode, 400);
    assert.match(reply.json().error, /belongs to the server/);
  }
});
