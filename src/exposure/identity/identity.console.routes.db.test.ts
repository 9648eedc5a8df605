import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createLiveHub } from "#platform/live";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedDirectoryRow } from "#test/directory-rows";
import { seedSite } from "#test/exposure-rows";
import { someResult, someRule, someWeakness, tell } from "#test/identity-fixture";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";

const { database, admin } = await createTestDatabase();
const now = 1_790_000_000_000;
const app = await createConsoleApp(database, { now: () => now });

/** A tenant with a domain at a site of a company, and two rules that found something. */
async function seedIdentity() {
  const { tenantId } = await seedTenant(database);
  const siteId = await seedSite(database, tenantId, "Berlin");
  const companyId = newId();
  await withClient(admin, undefined, async (client) => {
    await client.query(
      "insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)",
      [tenantId, companyId],
    );
    await client.query("update sites set company_id = $2 where id = $1", [siteId, companyId]);
  });
  const directoryId = await seedDirectoryRow(database, tenantId, { name: "acme.test", siteId });
  const weak = someRule("weak", { severity: "HIGH" });
  const old = someRule("old", { severity: "LOW", category: "stale_objects" });
  const at = now - 86_400_000;
  const assessed = {
    assessmentId: newId(),
    directoryId,
    type: "active_directory",
    siteId,
    at,
  } as const;
  await tell(database, tenantId, assessed, {
    found: [
      {
        rule: weak,
        weaknesses: [
          someWeakness("a", { name: "Anna", severity: "CRITICAL" }),
          someWeakness("b", { name: "Bert", severity: "HIGH" }),
        ],
      },
      { rule: old, weaknesses: [someWeakness("c", { name: "Carl 100%", severity: "LOW" })] },
    ],
    results: [someResult(weak, { found: 2 }), someResult(old, { found: 1 })],
  });
  const as = async (role: "operator" | "viewer", companies: string[] | null = null) =>
    askConsole(app, tenantId, await seedMember(database, tenantId, role, companies));
  return { tenantId, directoryId, companyId, as };
}

interface Row {
  id: string;
  targetName: string;
  status: string;
  statusAt: number;
}

const seeded = await seedIdentity();
const viewer = await seeded.as("viewer");

async function namesOf(query: string): Promise<string[]> {
  const reply = await viewer("GET", `/identity-findings?${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { items, total }: { items: Row[]; total: number } = reply.json();
  assert.equal(items.length, total);
  return items.map(({ targetName }) => targetName);
}

test("identity findings are listed, filtered and sorted", async () => {
  assert.deepEqual(await namesOf(""), ["Anna", "Bert", "Carl 100%"]);
  assert.deepEqual(await namesOf("sort=severity"), ["Carl 100%", "Bert", "Anna"]);
  assert.deepEqual(await namesOf("sort=-target"), ["Carl 100%", "Bert", "Anna"]);
  assert.deepEqual(await namesOf("severity=CRITICAL,LOW"), ["Anna", "Carl 100%"]);
  assert.deepEqual(await namesOf("rule=ad.old"), ["Carl 100%"]);
  assert.deepEqual(await namesOf("category=stale_objects"), ["Carl 100%"]);
  assert.deepEqual(await namesOf(`directory=${seeded.directoryId}&status=open`), [
    "Anna",
    "Bert",
    "Carl 100%",
  ]);
  assert.deepEqual(await namesOf("status=resolved"), []);
  assert.deepEqual(await namesOf("targetType=group"), []);
  assert.deepEqual(await namesOf("maxAgeDays=0"), []);
  assert.deepEqual(await namesOf("minAgeDays=1"), ["Anna", "Bert", "Carl 100%"]);
  assert.deepEqual(await namesOf("q=NN"), ["Anna"]);
  assert.deepEqual(await namesOf("q=weak%20is"), ["Anna", "Bert"]);
  assert.deepEqual(await namesOf("q=100%25"), ["Carl 100%"]);
});

test("several are decided about at once: with the reason kept, and what changed meanwhile left alone", async () => {
  const mine = await seedIdentity();
  const ask = await mine.as("operator");
  const hub = await createLiveHub(database);
  let heard = 0;
  hub.watch(mine.tenantId, ({ topic }) => {
    if (topic === "identity_findings") heard += 1;
  });
  const { items, isAll } = (await ask("GET", "/identity-findings/choice?rule=ad.weak")).json();
  assert.deepEqual([items.length, isAll], [2, true]);
  const [first, second] = items as [Row, Row];
  const body = {
    status: "accepted",
    notes: "A known one.",
    acceptedUntil: now + 1000,
    findings: [first, { ...second, statusAt: 1 }, { id: newId(), statusAt: 1 }],
  };
  const outcome = await ask("POST", "/identity-findings/status", body);
  assert.deepEqual(outcome.json(), { changed: 1, same: 0, conflicts: [second.id], missing: 1 });
  await until(() => heard > 0, { what: "pages hear of the decision" });
  await hub.close();
  const finding = (await ask("GET", `/identity-findings/${first.id}`)).json();
  assert.deepEqual(
    [finding.status, finding.acceptedUntil, finding.directoryName, finding.assetId],
    ["accepted", now + 1000, "acme.test", null],
  );
  assert.equal(finding.history[0].notes, "A known one.");
  assert.equal(finding.history[0].by, "Test Person");
  assert.ok(finding.references.length > 0 && finding.remediation !== "");
});

test("an exception accepts what it covers, is listed, and lets go when it is ended", async () => {
  const mine = await seedIdentity();
  const ask = await mine.as("operator");
  const exception = {
    directory: "acme.test",
    rule: "ad.weak",
    target: "an*",
    reason: "Being replaced.",
    owner: "Olga",
    expiresAt: null,
  };
  const made = await ask("POST", "/identity-exceptions", exception);
  assert.equal(made.statusCode, 201, made.body);
  const { id, findings } = made.json();
  assert.equal(findings, 1);
  const [listed] = (await ask("GET", "/identity-exceptions")).json().items;
  assert.deepEqual(
    [listed.id, listed.directoryName, listed.target, listed.findings, listed.state],
    [id, "acme.test", "an*", 1, "holds"],
  );
  const [held] = (await ask("GET", "/identity-findings?status=accepted")).json().items;
  assert.deepEqual([held.targetName, held.isExcepted], ["Anna", true]);
  assert.deepEqual((await ask("POST", `/identity-exceptions/${id}/end`)).json(), { findings: 1 });
  assert.equal((await ask("POST", `/identity-exceptions/${id}/end`)).statusCode, 404);
  assert.equal((await ask("GET", "/identity-findings?status=open")).json().total, 3);
});

test("who looks changes nothing, and who sees other companies sees nothing of it", async () => {
  const { items } = (await viewer("GET", "/identity-findings")).json();
  const path = `/identity-findings/${items[0].id}`;
  const theirs = await seeded.as("viewer", [seeded.companyId]);
  const others = await seeded.as("viewer", [newId()]);
  assert.equal((await viewer("GET", path)).statusCode, 200);
  assert.equal((await theirs("GET", path)).statusCode, 200);
  assert.equal((await theirs("GET", "/identity-findings")).json().total, 3);
  assert.equal((await others("GET", path)).statusCode, 404);
  assert.equal((await others("GET", "/identity-findings")).json().total, 0);
  assert.equal((await others("GET", "/identity-exceptions")).statusCode, 404);
  assert.equal((await viewer("GET", "/identity-findings/choice")).statusCode, 403);
  const { id, statusAt } = items[0];
  const decision = { status: "in_progress", findings: [{ id, statusAt }] };
  assert.equal((await viewer("POST", "/identity-findings/status", decision)).statusCode, 403);
  const body = {
    directory: null,
    rule: "ad.weak",
    target: null,
    reason: "r",
    owner: "o",
    expiresAt: null,
  };
  assert.equal((await viewer("POST", "/identity-exceptions", body)).statusCode, 403);
  assert.equal((await viewer("POST", `/identity-exceptions/${newId()}/end`)).statusCode, 403);
});

test("another tenant's identity findings are not there", async () => {
  const [one] = (await viewer("GET", "/identity-findings")).json().items;
  const { tenantId } = await seedTenant(database);
  const stranger = askConsole(app, tenantId, await seedMember(database, tenantId, "owner"));
  assert.equal((await stranger("GET", `/identity-findings/${one.id}`)).statusCode, 404);
  assert.equal((await stranger("GET", "/identity-findings/x")).statusCode, 404);
  const decision = { status: "in_progress", findings: [{ id: one.id, statusAt: one.statusAt }] };
  const outcome = (await stranger("POST", "/identity-findings/status", decision)).json();
  assert.deepEqual([outcome.changed, outcome.missing], [0, 1]);
});

test("what cannot be used is refused with its place", async () => {
  const ask = await seeded.as("operator");
  for (const query of [
    "severity=BAD",
    "status=gone",
    "directory=x",
    "category=all",
    "maxAgeDays=-1",
    "sort=x",
  ]) {
    assert.equal((await ask("GET", `/identity-findings?${query}`)).statusCode, 400, query);
  }
  const findings = [{ id: newId(), statusAt: 1 }];
  for (const body of [
    { status: "accepted", findings },
    { status: "open", findings: [] },
    { status: "gone", findings },
    { status: "open", findings, more: 1 },
    { status: "open", findings, acceptedUntil: now + 1 },
  ]) {
    assert.equal((await ask("POST", "/identity-findings/status", body)).statusCode, 400);
  }
  const exception = {
    directory: null,
    rule: null,
    target: null,
    reason: "r",
    owner: "o",
    expiresAt: null,
  };
  for (const body of [
    {},
    exception,
    { ...exception, rule: "nonsense" },
    { ...exception, rule: "ad.weak", reason: " " },
    { ...exception, rule: "ad.weak", expiresAt: now - 1 },
  ]) {
    assert.equal((await ask("POST", "/identity-exceptions", body)).statusCode, 400);
  }
});
