import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { type TestMember, askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedExposure } from "#test/exposure-fixture";
import { seedAssets, seedFindings } from "#test/exposure-rows";

const db = await createTestDatabase();
const { database } = db;
const app = await createConsoleApp(database, { now: () => 1_790_000_100_000 });
const ours = await seedExposure(db, "ours");
const { tenantId, companyId, siteId, server, lost } = ours;
const [printer = ""] = await seedAssets(database, tenantId, [
  { ip: "10.9.0.2", hostname: "printer", riskScore: 12, lastScannedAt: 1_790_000_000_000 },
]);
const operator = await seedMember(database, tenantId, "operator");
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);
const ask = askConsole(app, tenantId, operator);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

async function idsOf(query: string, member: TestMember = operator): Promise<string[]> {
  const reply = await askConsole(app, tenantId, member)("GET", `/assets${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { items, total } = reply.json();
  assert.equal(total, items.length);
  return items.map(({ id }: { id: string }) => id);
}

test("the riskiest come first, with their open findings counted, unless another order is asked for", async () => {
  const { items } = (await ask("GET", "/assets")).json();
  const [first] = items;
  assert.equal(first.id, server);
  assert.equal(first.name, "web.berlin.test");
  assert.equal(first.siteName, "Berlin");
  assert.equal(first.companyName, "Acme");
  assert.deepEqual(first.findings, { critical: 1, high: 0, medium: 0, low: 0, info: 1 });
  assert.deepEqual(await idsOf(""), [server, printer, lost]);
  assert.deepEqual(await idsOf("?sort=name"), [printer, server, lost]);
  assert.deepEqual(await idsOf("?sort=ip"), [server, printer, lost]);
  for (const sort of ["os", "type", "site", "company", "ports", "lastSeen", "firstSeen", "-risk"]) {
    assert.equal((await idsOf(`?sort=${sort}`)).length, 3, sort);
  }
});

test("every filter keeps what it names and nothing else", async () => {
  const cases: [query: string, expected: string[]][] = [
    [`site=${siteId}`, [server]],
    [`company=${companyId}`, [server]],
    ["type=server", [server]],
    ["type=printer", []],
    ["tag=dmz", [server]],
    ["agent=yes", [server]],
    ["agent=no", [printer, lost]],
    ["findings=yes", [server]],
    ["port=443,9100", [server]],
    ["port=161", [server]],
    ["port=80", []],
    ["minRisk=12", [server, printer]],
    ["from=1789000000000", [server, printer]],
    ["to=1786000000000", [lost]],
    ["q=WEB", [server]],
    ["q=10.9", [printer]],
    ["q=debian", [server]],
    ["q=00:16:3e", [server]],
    ["q=xensource", [server]],
    ["q=criticality", [server]],
    ["q=%25", []],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(new Set(await idsOf(`?${query}`)), new Set(expected), query);
  }
});

test("a filter that cannot be understood is refused with its name", async () => {
  const bad = ["site=x", "company=1", "agent=maybe", "findings=1", "port=http", "port=70000"]
    .concat("minRisk=101", "minRisk=high", "from=yesterday", "to=-1", "sort=tags", "limit=x")
    .concat("agent=yes&agent=no", `q=${"x".repeat(201)}`, "type=%00", "q=%00");
  for (const query of bad) {
    const reply = await ask("GET", `/assets?${query}`);
    assert.equal(reply.statusCode, 400, query);
  }
});

test("one asset tells its risk, its services, its packages, its audits and what it went through", async () => {
  await sql(
    "insert into asset_events (tenant_id, asset_id, id, at, kind, text) values ($1, $2, $3, 5, 'made', 'seen for the first time')",
    [tenantId, server, newId()],
  );
  await sql("update audit_runs set asset_id = $2 where tenant_id = $1 and id = $3", [
    tenantId,
    server,
    ours.auditRun,
  ]);
  await sql(
    `update identity_findings set target_host = 'web.berlin.test' where tenant_id = $1 and id = $2`,
    [tenantId, ours.identityFinding],
  );
  const page = (await ask("GET", `/assets/${server}`)).json();
  assert.equal(page.row.name, "web.berlin.test");
  assert.equal(page.detail.riskFactors.criticality, 1.5);
  assert.equal(page.riskTerms[0].title, "OpenSSH: regreSSHion");
  assert.equal(page.identity.macAddress, "00:16:3e:00:00:07");
  assert.equal(page.identity.probeName, "berlin probe");

  const { items: services } = (await ask("GET", `/assets/${server}/services`)).json();
  assert.deepEqual(
    services.map(({ id }: { id: string }) => id),
    ["tcp/22", "udp/161", "tcp/443"],
  );
  assert.equal(services[2].certificate.subject, "CN=web.berlin.test");
  assert.equal(services[2].findings, 1);

  const packages = (await ask("GET", `/assets/${server}/packages?q=SERVER&sort=-findings`)).json();
  assert.equal(packages.total, 1);
  assert.equal(packages.items[0].name, "openssh-server");
  const lists = { events: 1, "audit-runs": 1, "identity-findings": 1 };
  for (const [list, count] of Object.entries(lists)) {
    const reply = await ask("GET", `/assets/${server}/${list}`);
    assert.equal(reply.json().items.length, count, list);
  }
});

const parts = ["", "/services", "/packages", "/events", "/audit-runs", "/identity-findings"];

test("a viewer of some companies sees their assets only, and of another tenant nobody sees any", async () => {
  assert.deepEqual(await idsOf("", limited), [server]);
  assert.deepEqual(await idsOf("", await seedMember(database, tenantId, "viewer", [])), []);
  const see = askConsole(app, tenantId, limited);
  const reply = await see("GET", "/asset-facets");
  assert.equal(reply.statusCode, 200, reply.body);
  const facets = reply.json();
  assert.deepEqual(facets.companies, [{ id: companyId, name: "Acme" }]);
  assert.deepEqual(facets.sites, [{ id: siteId, name: "Berlin" }]);
  assert.deepEqual(facets.deviceTypes, ["server"]);
  const theirs = await seedExposure(db, "theirs");
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const there = askConsole(app, theirs.tenantId, stranger);
  for (const part of parts) {
    assert.equal((await see("GET", `/assets/${server}${part}`)).statusCode, 200, part);
    assert.equal((await see("GET", `/assets/${printer}${part}`)).statusCode, 404, part);
    assert.equal((await there("GET", `/assets/${server}${part}`)).statusCode, 404, part);
    assert.equal((await ask("GET", `/assets/nonsense${part}`)).statusCode, 404, part);
  }
  assert.equal((await there("PUT", `/assets/${server}/tags`, { tags: [] })).statusCode, 404);
});

test("tags weigh the score at once, also those of a host with an agent, and only operators set them", async () => {
  await seedFindings(database, tenantId, [{ assetId: printer, riskScore: 40 }]);
  const risk = async () => (await ask("GET", `/assets/${printer}`)).json().row.riskScore;
  const set = (tags: string[], id = printer) => ask("PUT", `/assets/${id}/tags`, { tags });
  assert.equal((await set(["criticality:critical"])).statusCode, 200);
  const high = await risk();
  assert.equal((await set(["criticality:low", "paper"])).statusCode, 200);
  assert.ok((await risk()) < high);
  const { rows } = await sql(
    "select detail from audit_log where tenant_id = $1 and action = 'asset.set_tags' order by at desc, id desc limit 1",
    [tenantId],
  );
  assert.deepEqual(rows[0].detail.to, ["criticality:low", "paper"]);

  assert.equal((await set(["core"], server)).statusCode, 200);
  const agents = await sql("select tags from agents where tenant_id = $1 and asset_id = $2", [
    tenantId,
    server,
  ]);
  assert.deepEqual(agents.rows, [{ tags: ["core"] }]);

  for (const tags of [["two words"], ["x".repeat(51)], "core", Array(51).fill("a")]) {
    assert.equal((await ask("PUT", `/assets/${printer}/tags`, { tags })).statusCode, 400);
  }
  const see = askConsole(app, tenantId, viewer);
  assert.equal((await see("PUT", `/assets/${printer}/tags`, { tags: [] })).statusCode, 403);
});
