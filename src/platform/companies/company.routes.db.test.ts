import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { createApplier } from "#test/apply";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const { apply, rows } = createApplier(testDatabase, () => 1_700_000_000_000);
const app = await createConsoleApp(database);
const tenant = `tenant ${newId()}`;
await apply(`
tenant: ${tenant}
companies: [{ name: Acme }, { name: beta }]
sensors: [{ name: ping, type: icmp, target: 10.0.0.1, company: beta }]
sites: [{ name: HQ, company: Acme, subnets: [10.1.0.0/16] }, { name: branch, company: beta }, { name: none }]
`);
const idOf = async (sql: string): Promise<string> => String((await rows(sql, [tenant]))[0]?.["id"]);
const tenantId = await idOf("select id from tenants where name = $1");
const acme = await idOf(
  "select c.id from companies c join tenants t on t.id = c.tenant_id where t.name = $1 and c.name = 'Acme'",
);
const viewer = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));
const limited = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer", [acme]));
const names = (reply: { json: () => { items: { name: string }[] } }) =>
  reply.json().items.map(({ name }) => name);

test("companies are shown with what is placed under them, sorted and searched by the server", async () => {
  const { total, items } = (await viewer("GET", "/companies")).json();
  assert.equal(total, 2);
  const counts = items.map(({ id: _id, createdAt: _at, ...row }: Record<string, unknown>) => row);
  assert.deepEqual(counts, [
    { name: "Acme", sensors: 0, sites: 1, assets: 0, probes: 0, people: 1 },
    { name: "beta", sensors: 1, sites: 1, assets: 0, probes: 0, people: 0 },
  ]);
  assert.deepEqual(names(await viewer("GET", "/companies?sort=-sensors")), ["beta", "Acme"]);
  assert.deepEqual(names(await viewer("GET", "/companies?q=BET")), ["beta"]);
  assert.equal((await viewer("GET", "/companies?sort=id")).statusCode, 400);
});

test("sites are shown with company, networks and zone, and found by any of them", async () => {
  assert.deepEqual(names(await viewer("GET", "/sites")), ["branch", "HQ", "none"]);
  assert.deepEqual(names(await viewer("GET", "/sites?q=10.1.")), ["HQ"]);
  assert.deepEqual(names(await viewer("GET", "/sites?q=acme")), ["HQ"]);
  assert.deepEqual(names(await viewer("GET", `/sites?company=${acme}`)), ["HQ"]);
  assert.equal((await viewer("GET", "/sites?company=acme")).statusCode, 400);
  const [first] = (await viewer("GET", "/sites?sort=companyName")).json().items;
  assert.equal(first.companyName, "Acme");
  assert.deepEqual(first.subnets, ["10.1.0.0/16"]);
});

test("one who is limited to a company sees it and its sites alone; other tenants see nothing", async () => {
  assert.deepEqual(names(await limited("GET", "/companies")), ["Acme"]);
  assert.deepEqual(names(await limited("GET", "/sites")), ["HQ"]);
  const other = await seedTenant(database);
  const stranger = await seedMember(database, other.tenantId, "owner");
  for (const path of ["/companies", "/sites"]) {
    assert.equal((await askConsole(app, tenantId, stranger)("GET", path)).statusCode, 404);
    assert.deepEqual(
      (await askConsole(app, other.tenantId, stranger)("GET", path)).json().items,
      [],
    );
  }
});
