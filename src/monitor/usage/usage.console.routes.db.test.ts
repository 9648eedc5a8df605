import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { createMonitorApp } from "#test/monitor-app";
import { askMonitor, seedMonitor } from "#test/monitor-fixture";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const app = await createConsoleApp(database);
const fixture = await seedMonitor(db, "usage");
const { tenantId, companyId } = fixture;
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));

const acme = {
  companyId,
  companyName: "Acme",
  sensors: 1,
  baseSensors: 1,
  interfaceSensors: 0,
  hostSensors: 0,
  total: 1,
};

test("what each company uses adds up to what the public API counts for the whole", async () => {
  const usage = (await ask("GET", "/usage")).json();
  const monitor = askMonitor(await createMonitorApp(database), fixture.read);
  const whole = (await monitor("GET", "/sensor-usage")).json();
  assert.equal(usage.total, whole.total);
  assert.equal(usage.limit, whole.limit);
  for (const field of ["baseSensors", "interfaceSensors", "hostSensors"]) {
    const sum = usage.companies.reduce(
      (all: number, one: Record<string, number>) => all + (one[field] ?? 0),
      0,
    );
    assert.equal(sum, whole[field], field);
  }
  assert.deepEqual(usage.companies, [
    acme,
    {
      companyId: null,
      companyName: null,
      sensors: 2,
      baseSensors: 1,
      interfaceSensors: 2,
      // The processor, and the storage that no volume was seen of yet.
      hostSensors: 2,
      total: 5,
    },
  ]);
});

test("a viewer of some companies sees what they use, and not the tenant's plan", async () => {
  const limited = await seedMember(database, tenantId, "viewer", [companyId]);
  const see = askConsole(app, tenantId, limited);
  assert.deepEqual((await see("GET", "/usage")).json(), {
    total: 1,
    limit: null,
    companies: [acme],
  });
  assert.doesNotMatch((await see("GET", "/usage.csv")).body, /^,/m);
  const stranger = await seedMember(database, (await seedTenant(database)).tenantId, "owner");
  for (const path of ["/usage", "/usage.csv"]) {
    assert.equal((await askConsole(app, tenantId, stranger)("GET", path)).statusCode, 404);
  }
});

test("the file has a line for each company, and no name in it is taken for a formula", async () => {
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `insert into companies (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), '=1+1, "x"', 0)`,
      [tenantId],
    ),
  );
  const reply = await ask("GET", "/usage.csv");
  assert.match(String(reply.headers["content-type"]), /^text\/csv/);
  assert.match(String(reply.headers["content-disposition"]), /attachment; filename="usage.csv"/);
  assert.equal(
    reply.body,
    [
      "company,sensors,baseSensors,interfaceSensors,hostSensors,total",
      `"'=1+1, ""x""",0,0,0,0,0`,
      "Acme,1,1,0,0,1",
      ",2,1,2,2,5",
      "",
    ].join("\r\n"),
  );
});
