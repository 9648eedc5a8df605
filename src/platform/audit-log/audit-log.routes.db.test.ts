import assert from "node:assert/strict";
import { test } from "node:test";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { insertAuditEntries } from "./audit-entry.queries.ts";

const { database } = await createTestDatabase();
const app = await createConsoleApp(database);
const { tenantId } = await seedTenant(database);
const administrator = await seedMember(database, tenantId, "administrator");
const ask = askConsole(app, tenantId, administrator);

const write = (at: number, who: string, action: string, detail: Record<string, unknown>) =>
  insertAuditEntries(
    database.forTenant(tenantId),
    {
      tenantId,
      actor: { kind: "user", id: `id of ${who}`, name: who },
      scopes: ["write"],
      database,
      now: () => at,
      requestId: "r",
    },
    [{ action, subjectKind: "sensor", subjectId: "s1", detail }],
  );
await write(1_000, "Ann", "sensor.create", { name: "switch" });
await write(2_000, "Bob", "sensor.update", { name: { from: "switch", to: "core 50%" } });
await write(3_000, "Ann", "sensor.delete", { intervalSec: { from: 60, to: 30 } });

const actionsOf = async (query: string): Promise<string[]> => {
  const reply = await ask("GET", `/audit-log?${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json().items.map(({ action }: { action: string }) => action);
};

test("the newest comes first, with who did it and what it was called then", async () => {
  const { total, items } = (await ask("GET", "/audit-log")).json();
  assert.equal(total, 3);
  assert.deepEqual(
    items.map(({ at, actorName, subjectName }: Record<string, unknown>) => [
      at,
      actorName,
      subjectName,
    ]),
    [
      [3_000, "Ann", null],
      [2_000, "Bob", "core 50%"],
      [1_000, "Ann", "switch"],
    ],
  );
});

test("it is filtered by who, what, when and text, and taken in pieces", async () => {
  assert.deepEqual(await actionsOf("actor=id of Bob"), ["sensor.update"]);
  assert.deepEqual(await actionsOf("action=sensor.create,sensor.delete"), [
    "sensor.delete",
    "sensor.create",
  ]);
  assert.deepEqual(await actionsOf("from=2000&until=3000"), ["sensor.update"]);
  assert.deepEqual(await actionsOf("q=50%25"), ["sensor.update"]);
  assert.deepEqual(await actionsOf("q=ann&sort=at"), ["sensor.create", "sensor.delete"]);
  assert.deepEqual(await actionsOf("limit=1&offset=1"), ["sensor.update"]);
  assert.deepEqual(await actionsOf("subject=other"), []);
  for (const query of ["from=now", "sort=action", "limit=0", "until=-1"]) {
    assert.equal((await ask("GET", `/audit-log?${query}`)).statusCode, 400, query);
  }
});

test("what it can be filtered by is what stands in it", async () => {
  assert.deepEqual((await ask("GET", "/audit-log/choices")).json(), {
    actions: ["sensor.create", "sensor.delete", "sensor.update"],
    actors: [
      { id: "id of Ann", name: "Ann" },
      { id: "id of Bob", name: "Bob" },
    ],
  });
});

test("administrators alone read it, of their own tenant", async () => {
  for (const path of ["/audit-log", "/audit-log/choices"]) {
    for (const role of ["operator", "viewer"] as const) {
      const member = await seedMember(database, tenantId, role);
      assert.equal((await askConsole(app, tenantId, member)("GET", path)).statusCode, 403);
    }
    const other = await seedTenant(database);
    assert.equal(
      (await askConsole(app, other.tenantId, administrator)("GET", path)).statusCode,
      404,
    );
    const owner = await seedMember(database, other.tenantId, "owner");
    const reply = (await askConsole(app, other.tenantId, owner)("GET", path)).json();
    assert.deepEqual(reply.items ?? reply.actions, []);
  }
});
