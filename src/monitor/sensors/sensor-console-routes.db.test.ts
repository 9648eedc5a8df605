import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { seedMonitor } from "#test/monitor-fixture";
import { seedSensors, seedTenant } from "#test/seed";

const empty = await createTestDatabase();
const { database, admin } = empty;
const app = await createConsoleApp(database);
const fixture = await seedMonitor(empty, "console sensors");
const { tenantId, companyId, collectorId, up, down, device, openIncident } = fixture;
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "operator"));
const viewer = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));
const limited = askConsole(
  app,
  tenantId,
  await seedMember(database, tenantId, "viewer", [companyId]),
);
await run("update collectors set open_incident_id = null where tenant_id = $1", [tenantId]);
await run(
  "update sensor_states set open_incident_id = $3 where tenant_id = $1 and sensor_id = $2",
  [tenantId, down, openIncident],
);

function run(text: string, values: readonly unknown[]) {
  return withClient(admin, undefined, (client) => client.query(text, [...values]));
}

async function names(query: string, person = ask): Promise<string[]> {
  const reply = await person("GET", `/sensors${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json().items.map(({ name }: { name: string }) => name);
}

test("the table has what is down first, and every filter and order", async () => {
  assert.deepEqual(await names(""), ["web", "switch", "gateway"]);
  assert.deepEqual(await names("?sort=-status"), ["gateway", "switch", "web"]);
  assert.deepEqual(await names("?sort=name&limit=1&offset=1"), ["switch"]);
  assert.deepEqual(await names("?status=down,up&sort=name"), ["gateway", "web"]);
  assert.deepEqual(await names("?type=snmp"), ["switch"]);
  assert.deepEqual(await names(`?company=${companyId}`), ["gateway"]);
  assert.deepEqual(await names("?company=none&sort=name"), ["switch", "web"]);
  assert.deepEqual(await names(`?collector=${collectorId}&sort=-name`), [
    "web",
    "switch",
    "gateway",
  ]);
  assert.deepEqual(await names("?tag=a b,other"), ["gateway"]);
  assert.deepEqual(await names("?q=HEALTH"), ["web"]);
  assert.deepEqual(await names("?q=%25"), []);
  for (const sort of [
    "type",
    "target",
    "company",
    "latency",
    "loss",
    "lastCheckedAt",
    "stateSince",
  ]) {
    assert.equal((await names(`?sort=-${sort}`)).length, 3, sort);
  }
});

test("a row says what it is, who polls it, and who has taken its incident on", async () => {
  const [row] = (await ask("GET", "/sensors?q=web")).json().items;
  assert.deepEqual(
    [row.status, row.state, row.cause, row.flapping, row.openIncidentId, row.acknowledgedBy],
    ["down", "down", "HTTP 503, expected 200-299", true, openIncident, null],
  );
  assert.deepEqual([row.collectorName, row.companyName], ["collector", null]);
});

test("one who sees some companies only sees their sensors, and nothing of collectors", async () => {
  assert.deepEqual(await names("", limited), ["gateway"]);
  const [row] = (await limited("GET", "/sensors")).json().items;
  assert.deepEqual([row.collectorId, row.collectorName], [null, null]);
  assert.equal((await limited("GET", `/sensors/${up}`)).statusCode, 200);
  assert.equal((await limited("GET", `/sensors/${up}`)).json().collectorStatus, null);
  assert.equal((await limited("GET", `/sensors/${down}`)).statusCode, 404);
  const facets = (await limited("GET", "/sensor-facets")).json();
  assert.deepEqual(facets.statuses, [{ name: "up", count: 1 }]);
  assert.deepEqual(facets.collectors, []);
  const change = { select: { ids: [up] }, change: { enabled: false } };
  assert.equal((await limited("POST", "/sensors/changes", change)).statusCode, 403);
});

test("facets count what there is", async () => {
  const facets = (await ask("GET", "/sensor-facets")).json();
  assert.deepEqual(
    facets.statuses.toSorted((a: { name: string }, b: { name: string }) =>
      a.name < b.name ? -1 : 1,
    ),
    [
      { name: "down", count: 1 },
      { name: "unknown", count: 1 },
      { name: "up", count: 1 },
    ],
  );
  assert.deepEqual(facets.companies, [{ id: companyId, name: "Acme", count: 1 }]);
  assert.deepEqual(facets.collectors, [{ id: collectorId, name: "collector", count: 3 }]);
  assert.deepEqual(
    facets.tags.map(({ name }: { name: string }) => name),
    ["a b", "core"],
  );
});

test("the page of a sensor says why it is down, and what depends on what", async () => {
  const page = (await ask("GET", `/sensors/${down}`)).json();
  assert.equal(page.incident.id, openIncident);
  assert.deepEqual(page.parent, { id: up, name: "gateway", status: "up" });
  assert.equal(page.maintenance, null);
  assert.equal((await ask("GET", `/sensors/${up}`)).json().children, 1);
  const { interfaces, host } = (await ask("GET", `/sensors/${device}`)).json();
  assert.equal(interfaces[0].alias, "uplink");
  assert.equal(host[0].percent, 12.5);
  assert.equal((await ask("GET", `/sensors/${newId()}`)).statusCode, 404);
  assert.equal((await ask("GET", "/sensors/nonsense")).statusCode, 404);
});

test("a parent that somebody may not see is not named to them", async () => {
  await run("update sensors set company_id = $3 where tenant_id = $1 and id = $2", [
    tenantId,
    down,
    companyId,
  ]);
  await run("update sensors set company_id = null where tenant_id = $1 and id = $2", [
    tenantId,
    up,
  ]);
  const held = "update sensor_states set held_because = $3 where tenant_id = $1 and sensor_id = $2";
  await run(held, [tenantId, down, "its parent gateway is down"]);
  const body = (await limited("GET", `/sensors/${down}`)).body;
  assert.ok(!body.includes("gateway"), body);
  assert.equal(JSON.parse(body).parent, null);
  await run("update sensors set company_id = $3 where tenant_id = $1 and id = $2", [
    tenantId,
    up,
    companyId,
  ]);
  await run("update sensors set company_id = null where tenant_id = $1 and id = $2", [
    tenantId,
    down,
  ]);
  await run(held, [tenantId, down, null]);
});

test("paused, in maintenance and without news are words of their own", async () => {
  const other = await seedTenant(database);
  const [paused = "", covered = "", silent = ""] = await seedSensors(database, other, [
    { name: "paused", enabled: false },
    { name: "covered", tags: ["night"] },
    { name: "silent" },
  ]);
  const there = askConsole(
    app,
    other.tenantId,
    await seedMember(database, other.tenantId, "viewer"),
  );
  await run(
    `insert into maintenance_windows (tenant_id, id, name, starts_at, ends_at, tags, created_at)
     values ($1, $2, 'patch night', $3, $4, '{night}', 0)`,
    [other.tenantId, newId(), Date.now() - 1000, Date.now() + 600_000],
  );
  await run("update collectors set open_incident_id = $2 where tenant_id = $1", [
    other.tenantId,
    newId(),
  ]);
  const status = async (id: string) => (await there("GET", `/sensors/${id}`)).json().status;
  assert.deepEqual(
    [await status(paused), await status(covered), await status(silent)],
    ["paused", "maintenance", "stale"],
  );
  assert.equal((await there("GET", `/sensors/${covered}`)).json().maintenance, "patch night");
  assert.equal((await there("GET", "/sensors?status=maintenance")).json().total, 1);
  assert.equal((await there("GET", `/sensors/${up}`)).statusCode, 404);
});

test("parameters that cannot be used are refused", async () => {
  for (const query of ["?sort=nonsense", "?status=nonsense", "?type=x", "?limit=0", "?q=a&q=b"]) {
    assert.equal((await ask("GET", `/sensors${query}`)).statusCode, 400, query);
  }
});

test("a viewer changes and deletes nothing; a stranger sees nothing", async () => {
  const select = { ids: [up] };
  assert.equal((await viewer("POST", "/sensors/changes", { select, change: {} })).statusCode, 403);
  assert.equal((await viewer("POST", "/sensors/deletions", { select })).statusCode, 403);
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  assert.equal((await askConsole(app, tenantId, stranger)("GET", "/sensors")).statusCode, 404);
  const change = { select, change: { enabled: false } };
  const elsewhere = askConsole(app, theirs.tenantId, stranger);
  assert.deepEqual((await elsewhere("POST", "/sensors/changes", change)).json(), {
    matched: 0,
    changed: 0,
  });
});

test("a selection is either ids or a filter with its number, which must still be right", async () => {
  const change = { enabled: true };
  for (const select of [
    {},
    { ids: [up], filter: {}, expected: 3 },
    { filter: {} },
    { filter: { status: "x" }, expected: 1 },
    { ids: ["x"] },
    { filter: { q: "a", more: "b" }, expected: 1 },
  ]) {
    const reply = await ask("POST", "/sensors/changes", { select, change });
    assert.equal(reply.statusCode, 400, `${JSON.stringify(select)} ${reply.body}`);
  }
  for (const expected of [0, 7]) {
    const stale = await ask("POST", "/sensors/changes", {
      select: { filter: { type: "icmp" }, expected },
      change: { addTags: ["x"] },
    });
    assert.equal(stale.statusCode, 400);
    assert.match(stale.json().error, new RegExp(`by now: 1, not ${expected}`));
  }
  for (const wrong of [
    { intervalSec: 5 },
    { addTags: [" x"] },
    { addTags: ["a,b"] },
    { companyId: newId() },
    { collectorId: newId() },
    { more: 1 },
  ]) {
    const reply = await ask("POST", "/sensors/changes", { select: { ids: [up] }, change: wrong });
    assert.equal(reply.statusCode, 400, `${JSON.stringify(wrong)} ${reply.body}`);
  }
});

test("the page of a sensor tells whom its certificates are for, once a collector has said it", async () => {
  const page = async () => (await ask("GET", `/sensors/${up}`)).json();
  // Collectors of an earlier version tell protocol and cipher only.
  const tls = { protocol: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256" };
  const keep = (detail: object) =>
    run("update sensor_states set detail = $3 where tenant_id = $1 and sensor_id = $2", [
      tenantId,
      up,
      JSON.stringify(detail),
    ]);
  await keep({ tls });
  const before = await page();
  assert.deepEqual([before.certificateNames, before.certificates], [[], []]);
  const names = ["shop.test", "10.0.0.1"];
  const leaf = { subject: "CN=shop.test", issuer: "CN=Issuing", validFromAt: 1, validToAt: 2 };
  await keep({ tls: { ...tls, names, certificates: [leaf, { subject: "", issuer: "" }] } });
  const after = await page();
  assert.deepEqual(after.certificateNames, names);
  assert.deepEqual(after.certificates, [
    leaf,
    { subject: "", issuer: "", validFromAt: null, validToAt: null },
  ]);
});
