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
const now = 1_790_000_100_000;
const app = await createConsoleApp(database, { now: () => now });
const ours = await seedExposure(db, "ours");
const { tenantId, companyId, siteId, server, lost, critical, info, resolved, accepted } = ours;
const [elsewhere = ""] = await seedFindings(database, tenantId, [
  { assetId: lost, severity: "HIGH", cvssScore: 7.5, riskScore: 30, epssScore: 0.2 },
]);
const operator = await seedMember(database, tenantId, "operator");
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);
const ask = askConsole(app, tenantId, operator);

async function idsOf(query: string, member: TestMember = operator): Promise<string[]> {
  const reply = await askConsole(app, tenantId, member)("GET", `/findings?${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { items, total } = reply.json();
  assert.equal(total, items.length);
  return items.map(({ id }: { id: string }) => id);
}

const all = [critical, elsewhere, info, resolved, accepted, ours.falsePositive];

test("the riskiest come first, unless another order is asked for; what has no value comes last", async () => {
  const first = async (sort: string) => (await idsOf(`status=any&sort=${sort}`))[0];
  assert.equal((await idsOf("status=any")).length, all.length);
  assert.deepEqual(await idsOf(""), [critical, elsewhere, info]);
  assert.equal(await first("risk"), info);
  assert.equal(await first("-severity"), critical);
  assert.equal(await first("severity"), info);
  assert.equal((await idsOf("sort=epss")).at(-1), info);
  assert.equal((await idsOf("sort=-epss")).at(-1), info);
  assert.equal(await first("-cvss"), critical);
  assert.equal(await first("-asset"), elsewhere);
  assert.equal(await first("lastSeen"), resolved);
});

test("every filter keeps what it names and nothing else", async () => {
  const cases: [query: string, expected: string[]][] = [
    ["status=open,in_progress", [critical, elsewhere, info]],
    ["status=resolved", [resolved]],
    ["status=any", all],
    ["severity=CRITICAL", [critical]],
    ["severity=INFO,HIGH&status=in_progress", [info]],
    ["kev=yes", [critical]],
    ["kev=yes&minEpss=0.95", []],
    ["minEpss=0.2", [critical, elsewhere]],
    ["minConfidence=100", [info]],
    [`site=${siteId}&status=open`, [critical]],
    [`company=${companyId}&status=open`, [critical]],
    [`asset=${lost}`, [elsewhere]],
    ["detector=agent", []],
    ["detector=scan,agent&status=in_progress", [info]],
    ["kev=no", [elsewhere, info]],
    ["kind=cve&status=open", [critical]],
    ["kind=check", [elsewhere, info]],
    ["kind=check,cve&status=in_progress", [info]],
    ["weakness=cve-2024-6387", [critical]],
    ["weakness=snmp_public,CVE-2024-6387", [critical, info]],
    ["maxAgeDays=1", []],
    ["minAgeDays=1&kev=yes", [critical]],
    ["fix=yes", []],
    ["fix=no&kev=yes", [critical]],
    ["q=REGRESSHION", [critical]],
    ["q=cve-2024", [critical]],
    ["q=100%25", []],
    ["q=10.1.0.&status=open", [critical]],
    ["q=web.berlin&status=in_progress", [info]],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(new Set(await idsOf(query)), new Set(expected), query);
  }
});

test("a filter that cannot be understood is refused with its name", async () => {
  const bad = [
    "status=closed",
    "severity=critical",
    "kev=true",
    "minEpss=2",
    "minEpss=-1",
    "site=1",
  ]
    .concat("company=%00", "asset=x", "detector=nmap", "kind=x", "maxAgeDays=soon", "fix=1")
    .concat("sort=title", "limit=0", "kev=yes&kev=no", "minConfidence=101", `q=${"x".repeat(201)}`);
  for (const query of bad) {
    const reply = await ask("GET", `/findings?${query}`);
    assert.equal(reply.statusCode, 400, query);
    assert.match(reply.json().error, new RegExp(query.slice(0, query.indexOf("="))), query);
  }
});

test("a viewer of some companies sees the findings of their assets only", async () => {
  const theirs = await idsOf("status=any", limited);
  assert.equal(theirs.length, all.length - 1);
  assert.ok(!theirs.includes(elsewhere));
  const see = askConsole(app, tenantId, limited);
  assert.equal((await see("GET", `/findings/${critical}`)).statusCode, 200);
  assert.equal((await see("GET", `/findings/${elsewhere}`)).statusCode, 404);
  assert.deepEqual(await idsOf("", await seedMember(database, tenantId, "viewer", [])), []);
});

test("what another tenant has is not there", async () => {
  const theirs = await seedExposure(db, "theirs");
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const there = askConsole(app, theirs.tenantId, stranger);
  assert.equal((await there("GET", `/findings/${critical}`)).statusCode, 404);
  assert.equal((await ask("GET", `/findings/${newId()}`)).statusCode, 404);
  assert.equal((await ask("GET", "/findings/nonsense")).statusCode, 404);
  const body = { status: "open", findings: [{ id: critical, statusAt: 1_780_000_000_000 }] };
  const { changed, missing } = (await there("POST", "/findings/status", body)).json();
  assert.deepEqual([changed, missing], [0, 1]);
  assert.equal((await askConsole(app, tenantId, stranger)("GET", "/findings")).statusCode, 404);
});

test("one finding tells what it is, why it is believed, what its score was made of and where else it is", async () => {
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `insert into kev_entries values ('CVE-2024-6387', 'regreSSHion', 1, 2, 'Apply updates.', true)`,
    ),
  );
  const page = (await ask("GET", `/findings/${critical}`)).json();
  assert.equal(page.row.assetName, "web.berlin.test");
  assert.equal(page.row.siteName, "Berlin");
  assert.equal(page.row.companyName, "Acme");
  assert.deepEqual(page.row.detectors, ["scan"]);
  assert.deepEqual(page.kev.dueDate, 2);
  assert.equal(page.elsewhere, 0);
  assert.equal(page.ssvc, "active");
  const [evidence] = page.evidence;
  assert.equal(evidence.detector, "scan");
  assert.ok(page.history.length > 0);
});

test("several are decided at once: history, audit log, scores; what changed since they were chosen stays", async () => {
  const chosen = (await ask("GET", "/findings/choice?status=open,in_progress")).json();
  assert.equal(chosen.isAll, true);
  assert.deepEqual(
    chosen.items.map(({ id }: { id: string }) => id),
    [critical, elsewhere, info],
  );
  const stale = chosen.items.map((one: { id: string; statusAt: number }) =>
    one.id === info ? { ...one, statusAt: one.statusAt - 1 } : one,
  );
  const decision = { status: "accepted", notes: "behind a firewall", acceptedUntil: now + 1000 };
  const reply = await ask("POST", "/findings/status", { findings: stale, ...decision });
  assert.deepEqual(reply.json(), { changed: 2, same: 0, conflicts: [info], missing: 0 });

  const page = (await ask("GET", `/findings/${critical}`)).json();
  assert.equal(page.row.status, "accepted");
  assert.equal(page.row.acceptedUntil, now + 1000);
  assert.deepEqual(page.history[0], {
    at: now,
    from: "open",
    to: "accepted",
    by: "Test Person",
    byKind: "user",
    notes: "behind a firewall",
    acceptedUntil: now + 1000,
  });
  const { rows } = await withClient(db.admin, undefined, (client) =>
    client.query(
      `select subject_id from audit_log where tenant_id = $1 and action = 'finding.set-status' order by 1`,
      [tenantId],
    ),
  );
  assert.deepEqual(
    rows.map(({ subject_id }) => subject_id),
    [critical, elsewhere].toSorted(),
  );
  const scores = await withClient(db.admin, undefined, (client) =>
    client.query("select risk_score, accepted_risk > 0 as kept from assets where id = $1", [lost]),
  );
  assert.deepEqual(scores.rows, [{ risk_score: 0, kept: true }]);

  const again = (await ask("GET", "/findings/choice?status=accepted&kev=yes")).json();
  const same = await ask("POST", "/findings/status", {
    findings: again.items,
    status: "accepted",
    acceptedUntil: now + 1000,
    notes: "still so",
  });
  assert.equal(same.json().changed, 1, "a note is kept");
});

test("to leave a finding as it is needs a reason, and a viewer decides nothing", async () => {
  const findings = [{ id: info, statusAt: 1_785_000_000_000 }];
  const bad = [
    { findings, status: "accepted" },
    { findings, status: "false_positive", notes: " " },
    { findings, status: "accepted", notes: "x", acceptedUntil: now },
    { findings, status: "open", acceptedUntil: now + 1 },
    { findings: [], status: "open" },
    { findings: [{ id: "x", statusAt: 1 }], status: "open" },
    { findings: Array.from({ length: 501 }, () => findings[0]), status: "open" },
    { findings, status: "gone" },
    { findings, status: "open", more: 1 },
    { findings, status: "open", notes: "\u0000" },
  ];
  for (const body of bad) {
    const reply = await ask("POST", "/findings/status", body);
    assert.equal(reply.statusCode, 400, JSON.stringify(body).slice(0, 200));
  }
  const good = { findings, status: "open" };
  for (const member of [viewer, limited]) {
    const see = askConsole(app, tenantId, member);
    assert.equal((await see("POST", "/findings/status", good)).statusCode, 403);
    assert.equal((await see("GET", "/findings/choice")).statusCode, 403);
  }
  assert.equal((await ask("POST", "/findings/status", good)).json().changed, 1);
});

test("an asset that is one person's to see is found by its name alone", async () => {
  const [asset = ""] = await seedAssets(database, tenantId, [{ hostname: "only.by.name" }]);
  const [finding = ""] = await seedFindings(database, tenantId, [{ assetId: asset }]);
  assert.deepEqual(await idsOf("q=ONLY.by"), [finding]);
  assert.deepEqual(await idsOf("q=only.by", limited), []);
  assert.notEqual(server, asset);
});
