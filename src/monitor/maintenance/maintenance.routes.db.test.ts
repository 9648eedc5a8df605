import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { createApplier } from "#test/apply";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const now = Date.parse("2026-11-20T12:00:00Z");
const { apply, rows } = createApplier(testDatabase, () => now);
const app = await createConsoleApp(database, { now: () => now });
const tenant = `tenant ${newId()}`;
await apply(`
tenant: ${tenant}
companies: [{ name: Acme }, { name: Beta }]
sensors:
  - { name: ours, type: icmp, target: 10.0.0.1, company: Acme }
  - { name: theirs, type: icmp, target: 10.0.0.2, company: Beta }
maintenance:
  - { name: past, startsAt: "2026-11-01T00:00:00Z", endsAt: "2026-11-01T01:00:00Z" }
  - { name: open, startsAt: "2026-11-20T11:00:00Z", endsAt: "2026-11-20T13:00:00Z", companies: [Acme], sensors: [ours] }
  - { name: nightly, cron: "0 2 * * *", durationMin: 60, sensors: [ours, theirs] }
  - { name: tagged, cron: "0 3 * * *", durationMin: 60, tags: [core] }
`);
const [found] = await rows("select id from tenants where name = $1", [tenant]);
const tenantId = String(found?.["id"]);
const [acme] = await rows("select id from companies where tenant_id = $1 and name = 'Acme'", [
  tenantId,
]);

test("what is open comes first, then what is next, then what is past; each says what it is about", async () => {
  const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));
  const { items } = (await ask("GET", "/maintenance")).json();
  assert.deepEqual(
    items.map(({ name, state }: { name: string; state: string }) => [name, state]),
    [
      ["open", "now"],
      ["nightly", "next"],
      ["tagged", "next"],
      ["past", "past"],
    ],
  );
  const [open, nightly] = items;
  assert.equal(open.current.endsAt, Date.parse("2026-11-20T13:00:00Z"));
  assert.equal(open.companies[0].name, "Acme");
  assert.equal(nightly.next.length, 3);
  assert.deepEqual(
    nightly.sensors.map(({ name }: { name: string }) => name),
    ["ours", "theirs"],
  );
});

test("one who sees some companies only is shown windows that are about nothing else", async () => {
  const member = await seedMember(database, tenantId, "viewer", [String(acme?.["id"])]);
  const { items } = (await askConsole(app, tenantId, member)("GET", "/maintenance")).json();
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ["open"],
  );
});

test("another tenant's windows are nobody else's", async () => {
  const stranger = await seedMember(database, tenantId, "owner");
  const other = `tenant ${newId()}`;
  await apply(`tenant: ${other}`);
  const [{ id } = {}] = await rows("select id from tenants where name = $1", [other]);
  assert.equal(
    (await askConsole(app, String(id), stranger)("GET", "/maintenance")).statusCode,
    404,
  );
});
