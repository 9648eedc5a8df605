import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { type Need, type Role, matchNeed, roles } from "#platform/members";
import { type TestMember, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";

interface Described {
  operationId: string;
  "x-needs": Need | "session" | "nobody";
  "x-limited-viewers"?: false;
}

const { database } = await createTestDatabase();
const app = await createConsoleApp(database);
const { tenantId } = await seedTenant(database);
const theirs = await seedTenant(database);
const file = new URL("../../openapi/console.json", import.meta.url);
const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(
  await readFile(file, "utf8"),
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);
const ofTenants = operations.filter(
  // The stream has no end to wait for.
  ({ path, operation }) => path.includes("{tenantId}") && operation.operationId !== "watchTenant",
);

/** Asks with ids that nothing has and without a body: only what comes before both is looked at. */
async function statusOf(
  { method, path }: { method: string; path: string },
  tenant: string,
  member: TestMember | null,
): Promise<number> {
  const url = `/api${path.replace("{tenantId}", tenant).replaceAll(/\{\w+\}/g, newId())}`;
  const headers = member === null ? {} : member.headers;
  const reply = await app.inject({ method: method.toUpperCase() as "GET", url, headers });
  assert.ok(reply.statusCode < 500, `${method} ${path}: ${reply.body}`);
  return reply.statusCode;
}

test("every operation of a tenant says what it needs", () => {
  assert.ok(ofTenants.length > 0);
  for (const { path, operation } of ofTenants) {
    assert.ok(["view", "operate", "administer"].includes(operation["x-needs"]), path);
  }
});

test("401: without a session no operation of a tenant answers", async () => {
  for (const operation of ofTenants) {
    assert.equal(await statusOf(operation, tenantId, null), 401, operation.path);
  }
});

test("404: another tenant is not there, whatever one is elsewhere", async () => {
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  for (const operation of ofTenants) {
    assert.equal(await statusOf(operation, tenantId, stranger), 404, operation.path);
  }
});

test("403: every role is refused what it may not do, and only that", async () => {
  const members = new Map<Role, TestMember>();
  for (const role of roles) members.set(role, await seedMember(database, tenantId, role));
  for (const each of ofTenants) {
    const needs = each.operation["x-needs"];
    if (needs === "session" || needs === "nobody") continue;
    for (const [role, member] of members) {
      const status = await statusOf(each, tenantId, member);
      const what = `${each.method} ${each.path} as ${role}: ${status}`;
      if (matchNeed(role, needs)) assert.notEqual(status, 401, what);
      else assert.equal(status, 403, what);
    }
  }
});

test("400 or 404: what no id can be is refused before the database is asked", async () => {
  const owner = await seedMember(database, tenantId, "owner");
  const ofItems = ofTenants.filter(({ path }) => /\{(?!tenantId\})/.test(path));
  assert.ok(ofItems.length > 50);
  const body = { ids: [newId()], item: {}, name: "x", clearsSecondFactor: false };
  const wrong: string[] = [];
  for (const { method, path } of ofItems) {
    for (const id of ["%00", "%F0%9F%98%80", newId().toUpperCase()]) {
      const url = `/api${path.replace("{tenantId}", tenantId).replaceAll(/\{\w+\}/g, id)}`;
      for (const payload of method === "get" ? [undefined] : [body, undefined]) {
        const reply = await app.inject({
          method: method.toUpperCase() as "GET",
          url,
          headers: owner.headers,
          ...(payload === undefined ? {} : { payload }),
        });
        if (![400, 404].includes(reply.statusCode))
          wrong.push(`${method} ${path} ${id}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test("404: a viewer of some companies does not meet what is the whole tenant's", async () => {
  const limited = await seedMember(database, tenantId, "viewer", [newId()]);
  for (const each of ofTenants) {
    if (each.operation["x-limited-viewers"] !== false) continue;
    assert.equal(await statusOf(each, tenantId, limited), 404, `${each.method} ${each.path}`);
  }
});
