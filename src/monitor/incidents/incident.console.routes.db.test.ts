import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { createMonitorApp } from "#test/monitor-app";
import { askMonitor, seedMonitor } from "#test/monitor-fixture";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const now = 1_790_000_100_000;
const app = await createConsoleApp(database, { now: () => now });
const fixture = await seedMonitor(db, "incidents");
const { tenantId, companyId, openIncident, closedIncident, collectorIncident } = fixture;
const operator = await seedMember(database, tenantId, "operator");
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);
const ask = askConsole(app, tenantId, operator);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

/** An incident of the sensor that is of the company. */
const ofCompany = newId();
await sql(
  `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at)
   values ($1, $2, 'sensor', $3, 'gateway', 'no reply', 1785000000000, 1785000060000)`,
  [tenantId, ofCompany, fixture.up],
);

async function idsOf(query: string, member = operator): Promise<string[]> {
  const reply = await askConsole(app, tenantId, member)("GET", `/incidents${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { items, total } = reply.json();
  assert.equal(total, items.length);
  return items.map(({ id }: { id: string }) => id);
}

test("the open ones come first, each the newest first, unless another order is asked for", async () => {
  const openFirst = [collectorIncident, openIncident, ofCompany, closedIncident];
  assert.deepEqual(await idsOf(""), openFirst);
  assert.deepEqual(await idsOf("?sort=state"), openFirst.toReversed());
  assert.deepEqual(await idsOf("?sort=opened"), [
    closedIncident,
    ofCompany,
    openIncident,
    collectorIncident,
  ]);
  assert.deepEqual((await idsOf("?sort=-duration")).slice(0, 2), [openIncident, collectorIncident]);
  assert.equal((await idsOf("?sort=name"))[0], collectorIncident);
  assert.equal((await idsOf("?sort=company"))[0], ofCompany);
});

test("every filter keeps what it names and nothing else", async () => {
  const cases: [query: string, expected: string[]][] = [
    ["?state=open", [collectorIncident, openIncident]],
    ["?state=closed", [ofCompany, closedIncident]],
    ["?state=open,closed&kind=collector", [collectorIncident]],
    ["?acknowledged=yes", []],
    ["?flapping=yes", []],
    [`?sensor=${fixture.up}`, [ofCompany]],
    [`?company=${companyId}`, [ofCompany]],
    ["?tag=core", [ofCompany]],
    ["?tag=nothing", []],
    ["?q=SILENT", [collectorIncident]],
    ["?q=gatew", [ofCompany]],
    ["?q=web", [openIncident, closedIncident]],
    ["?q=100%25", []],
    ["?from=1785000030000&to=1785000040000", [ofCompany]],
    ["?to=1780000000000", [closedIncident]],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await idsOf(query), expected, query);
});

test("a filter that cannot be understood is refused with its name", async () => {
  const bad = [
    "state=down",
    "kind=x",
    "acknowledged=true",
    "sensor=1",
    "company=%00",
    "flapping=1",
    "from=yesterday",
    "to=99999999999999999999",
    "sort=tags",
    "limit=0",
    "state=open&state=closed",
    `q=${"x".repeat(201)}`,
  ];
  for (const query of bad) {
    const reply = await ask("GET", `/incidents?${query}`);
    assert.equal(reply.statusCode, 400, query);
    assert.match(reply.json().error, new RegExp(query.slice(0, query.indexOf("="))), query);
  }
});

test("a viewer of some companies sees the incidents of their sensors only", async () => {
  assert.deepEqual(await idsOf("", limited), [ofCompany]);
  const see = askConsole(app, tenantId, limited);
  assert.equal((await see("GET", `/incidents/${ofCompany}`)).statusCode, 200);
  for (const id of [openIncident, collectorIncident, newId()]) {
    assert.equal((await see("GET", `/incidents/${id}`)).statusCode, 404);
  }
  const nobody = await seedMember(database, tenantId, "viewer", []);
  assert.deepEqual(await idsOf("", nobody), []);
});

test("what else happened is told with how it bears on the incident, and heeds what one may see", async () => {
  const parentIncident = newId();
  await sql(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at)
     values ($1, $2, 'sensor', $3, 'gateway', 'no reply', 1790000009000, 1790000030000)`,
    [tenantId, parentIncident, fixture.up],
  );
  const page = (await ask("GET", `/incidents/${openIncident}`)).json();
  assert.equal(page.incident.subjectName, "web");
  assert.equal(page.subject.parentName, "gateway");
  assert.equal(page.subject.state, "down");
  assert.deepEqual(
    page.related.map(({ relation, incident }: { relation: string; incident: { id: string } }) => [
      relation,
      incident.id,
    ]),
    [
      ["parent", parentIncident],
      ["collector", collectorIncident],
    ],
  );
  assert.deepEqual(
    page.earlier.map(({ id }: { id: string }) => id),
    [closedIncident],
  );
  const below = (await ask("GET", `/incidents/${parentIncident}`)).json();
  assert.equal(below.related[0].relation, "child");
  const seen = await askConsole(app, tenantId, limited)("GET", `/incidents/${parentIncident}`);
  assert.deepEqual(seen.json().related, []);
  await sql("delete from incidents where id = $1", [parentIncident]);
});

test("several are taken on at once, each once, with a note that the public API's words can say", async () => {
  const ids = [openIncident, collectorIncident, closedIncident, newId()];
  const reply = await ask("POST", "/incidents/acknowledge", {
    ids,
    note: " line is being mended ",
  });
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual(new Set(reply.json().acknowledged), new Set([openIncident, collectorIncident]));
  assert.deepEqual((await ask("POST", "/incidents/acknowledge", { ids })).json(), {
    acknowledged: [],
  });
  const { incident, timeline } = (await ask("GET", `/incidents/${openIncident}`)).json();
  assert.equal(incident.acknowledgedBy, "Test Person");
  assert.equal(incident.acknowledgedAt, now);
  const last = timeline.at(-1);
  assert.deepEqual(
    [last.kind, last.text],
    ["acknowledged", "acknowledged by Test Person: line is being mended"],
  );
  assert.deepEqual(await idsOf("?acknowledged=yes"), [collectorIncident, openIncident]);
});

test("a note joins the timeline of the console, and not that of the public API", async () => {
  const reply = await ask("POST", `/incidents/${closedIncident}/notes`, { note: "was a cable\n" });
  assert.equal(reply.statusCode, 200, reply.body);
  const { timeline } = (await ask("GET", `/incidents/${closedIncident}`)).json();
  assert.deepEqual(
    timeline.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
    [["noted", "Test Person: was a cable"]],
  );
  const monitor = askMonitor(await createMonitorApp(database), fixture.read);
  assert.deepEqual((await monitor("GET", `/incidents/${closedIncident}`)).json().timeline, []);
});

test("viewers and other tenants change nothing, and what cannot be kept is refused", async () => {
  const note = { note: "x" };
  const acknowledgement = { ids: [openIncident] };
  const look = askConsole(app, tenantId, viewer);
  assert.equal((await look("POST", "/incidents/acknowledge", acknowledgement)).statusCode, 403);
  assert.equal((await look("POST", `/incidents/${openIncident}/notes`, note)).statusCode, 403);

  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const there = askConsole(app, theirs.tenantId, stranger);
  assert.equal((await there("GET", `/incidents/${openIncident}`)).statusCode, 404);
  assert.equal((await there("POST", `/incidents/${openIncident}/notes`, note)).statusCode, 404);
  assert.deepEqual((await there("POST", "/incidents/acknowledge", acknowledgement)).json(), {
    acknowledged: [],
  });

  for (const body of [
    {},
    { ids: [] },
    { ids: ["x"], note: 1 },
    { ids: [openIncident], note: "\u0007" },
  ]) {
    assert.equal((await ask("POST", "/incidents/acknowledge", body)).statusCode, 400);
  }
  for (const body of [{}, { note: " " }, { note: "\u0000" }, { note: "x".repeat(2001) }]) {
    assert.equal((await ask("POST", `/incidents/${openIncident}/notes`, body)).statusCode, 400);
  }
  assert.equal((await ask("POST", "/incidents/x/notes", note)).statusCode, 404);
});
