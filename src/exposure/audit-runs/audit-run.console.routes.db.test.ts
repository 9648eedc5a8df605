import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { ImportedAudit } from "#engines/scap-types";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { auditReport, auditedAt, ruleText, scapContent } from "#test/audit-reports";
import { type TestMember, askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedAssets, seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { systemContext } from "#test/service-app";
import { importAudits } from "./import-audits.ts";

const db = await createTestDatabase();
const { database } = db;
const now = auditedAt + 5000;
const app = await createConsoleApp(database, { now: () => now });
const { tenantId } = await seedTenant(database);
const companyId = newId();
const siteId = await seedSite(database, tenantId, "HQ");
const [web = ""] = await seedAssets(database, tenantId, [
  { hostname: "web1", ip: "10.0.0.1", siteId },
  { hostname: "mail1", ip: "10.0.0.2" },
]);
const admin = (sql: string, values: unknown[]) =>
  withClient(db.admin, undefined, (client) => client.query(sql, values));
await admin("insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)", [
  tenantId,
  companyId,
]);
await admin("update assets set company_id = $1 where id = $2", [companyId, web]);
const operator = await seedMember(database, tenantId, "operator");
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);
const ask = askConsole(app, tenantId, operator);

const long = "x".repeat(5000);

function audit(
  hostname: string,
  results: Record<string, "pass" | "fail">,
  at: number,
): ImportedAudit {
  const rules = Object.entries(results).map(([id, result]) => ({
    id,
    result,
    why: `because of ${id}`,
  }));
  const texts = rules.map(({ id }) => ruleText(id, { fix: `mend ${id}`, description: long }));
  return {
    host: { hostname, fqdn: null, addresses: [], macs: [] },
    report: auditReport(rules, { startedAt: at - 1000, finishedAt: at }),
    content: scapContent(texts),
  };
}

const { runs } = await importAudits(
  systemContext(database, tenantId, () => now),
  {
    audits: [
      audit("web1", { a: "pass", b: "fail", c: "fail" }, auditedAt - 1000),
      audit("web1", { a: "fail", b: "pass", c: "fail" }, auditedAt),
      audit("mail1", { a: "pass", b: "pass", c: "pass" }, auditedAt - 500),
    ],
    site: null,
    file: "results.xml",
    at: 1,
  },
);
const [older = "", newer = "", mails = ""] = runs.map(({ id }) => id);

async function idsOf(query: string, member: TestMember = operator): Promise<string[]> {
  const reply = await askConsole(app, tenantId, member)("GET", `/audit-runs${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { items, total } = reply.json();
  assert.equal(total, items.length);
  return items.map(({ id }: { id: string }) => id);
}

test("runs are sorted and filtered by what is asked for, the newest first", async () => {
  assert.deepEqual(await idsOf(""), [newer, mails, older]);
  assert.equal((await idsOf("?sort=-score"))[0], mails);
  assert.deepEqual(await idsOf("?sort=host"), [mails, ...[older, newer].toSorted()]);
  assert.deepEqual(await idsOf("?newest=yes"), [newer, mails]);
  assert.deepEqual(await idsOf(`?asset=${web}`), [newer, older]);
  assert.deepEqual(await idsOf(`?site=${siteId}`), [newer, older]);
  assert.deepEqual(await idsOf("?source=agent"), []);
  assert.deepEqual(await idsOf("?q=MAIL"), [mails]);
  assert.deepEqual(await idsOf(`?from=${auditedAt}`), [newer]);
  assert.deepEqual(await idsOf("?bundle=nothing"), []);
  const { bundles, sites } = (await ask("GET", "/audit-run-choices")).json();
  assert.equal(sites[0].name, "HQ");
  assert.equal((await idsOf(`?bundle=${encodeURIComponent(bundles[0].id)}`)).length, 3);
  for (const query of ["sort=x", "site=1", "source=x", "newest=1", "from=x", "audit=%00"]) {
    assert.equal((await ask("GET", `/audit-runs?${query}`)).statusCode, 400, query);
  }
});

test("a run shows its rules in short; the text of one is asked for by itself", async () => {
  const reply = await ask("GET", `/audit-runs/${newer}`);
  assert.ok(!reply.body.includes(long));
  const page = reply.json();
  assert.equal(page.run.failed, 2);
  assert.equal(page.siteName, "HQ");
  assert.equal(page.hasArf, false);
  assert.deepEqual(
    page.rules.map(({ id, result }: { id: string; result: string }) => [id, result]),
    [
      ["a", "fail"],
      ["b", "pass"],
      ["c", "fail"],
    ],
  );
  const rule = (await ask("GET", `/audit-runs/${newer}/rule?rule=a`)).json();
  assert.equal(rule.why, "because of a");
  assert.equal(rule.fix, "mend a");
  assert.equal(rule.description, long);
  assert.equal((await ask("GET", `/audit-runs/${newer}/rule?rule=z`)).statusCode, 404);
  assert.equal((await ask("GET", `/audit-runs/${newer}/rule`)).statusCode, 400);
});

test("two runs are compared rule by rule", async () => {
  const { worse, better, unchanged } = (
    await ask("GET", `/audit-runs/${newer}/comparison?with=${older}`)
  ).json();
  assert.deepEqual([worse[0].id, better[0].id, unchanged], ["a", "b", 1]);
  assert.equal((await ask("GET", `/audit-runs/${newer}/comparison`)).statusCode, 400);
  assert.equal((await ask("GET", `/audit-runs/${newer}/comparison?with=x`)).statusCode, 404);
});

test("a run is a file in each format that there is, and says so when its whole result is not kept", async () => {
  const csv = await ask("GET", `/audit-runs/${newer}/export?format=csv`);
  assert.match(String(csv.headers["content-type"]), /^text\/csv/);
  assert.match(csv.body, /^id,shortId,/);
  const cklb = await ask("GET", `/audit-runs/${newer}/export?format=cklb`);
  assert.match(
    String(cklb.headers["content-disposition"]),
    /attachment; filename="audit-.*\.cklb"/,
  );
  assert.equal(cklb.json().stigs.length, 1);
  assert.equal((await ask("GET", `/audit-runs/${newer}/export?format=json`)).json().id, newer);
  const arf = await ask("GET", `/audit-runs/${newer}/export?format=arf`);
  assert.equal(arf.statusCode, 404);
  assert.match(arf.json().error, /whole result is not kept/);
  for (const query of ["", "?format=pdf"]) {
    assert.equal((await ask("GET", `/audit-runs/${newer}/export${query}`)).statusCode, 400);
  }
});

test("a viewer of some companies sees the runs of their assets only, whichever way", async () => {
  const see = askConsole(app, tenantId, limited);
  assert.deepEqual(await idsOf("", limited), [newer, older]);
  assert.deepEqual((await see("GET", "/audit-run-choices")).json().sites.length, 1);
  assert.equal((await see("GET", `/audit-runs/${newer}`)).statusCode, 200);
  for (const path of ["", "/rule?rule=a", `/comparison?with=${newer}`, "/export?format=json"]) {
    assert.equal((await see("GET", `/audit-runs/${mails}${path}`)).statusCode, 404, path);
  }
  const other = await see("GET", `/audit-runs/${newer}/comparison?with=${mails}`);
  assert.equal(other.statusCode, 404);
  const theirs = await seedTenant(database);
  const owner = await seedMember(database, theirs.tenantId, "owner");
  const there = askConsole(app, theirs.tenantId, owner);
  assert.equal((await there("GET", `/audit-runs/${newer}`)).statusCode, 404);
});

test("a rule is excepted with a reason until a time, which gives a second score, and the exception is ended", async () => {
  const made = await ask("POST", "/audit-exceptions", {
    ruleId: "c",
    reason: "an old appliance",
    owner: "Ada",
    until: now + 86_400_000,
    assetId: web,
  });
  assert.equal(made.statusCode, 201, made.body);
  const { id } = made.json();
  await ask("POST", "/audit-exceptions", { ruleId: "a", reason: "x", owner: "y", until: null });

  const page = (await ask("GET", `/audit-runs/${newer}`)).json();
  assert.equal(page.excepted, 2);
  assert.equal(page.scoreWithExceptionsPct, 100);
  assert.deepEqual(page.rules[2].excepted, {
    id,
    reason: "an old appliance",
    owner: "Ada",
    until: now + 86_400_000,
  });
  assert.equal((await ask("GET", "/audit-exceptions")).json().items.length, 2);
  const seen = await askConsole(app, tenantId, limited)("GET", "/audit-exceptions");
  assert.deepEqual(
    seen.json().items.map((one: { id: string }) => one.id),
    [id],
  );

  assert.equal((await ask("POST", `/audit-exceptions/${id}/end`)).statusCode, 200);
  assert.equal((await ask("POST", `/audit-exceptions/${id}/end`)).statusCode, 404);
  assert.equal((await ask("GET", `/audit-runs/${newer}`)).json().rules[2].excepted, null);

  const good = { ruleId: "c", reason: "r", owner: "o", until: null };
  for (const bad of [
    { until: 1 },
    { reason: " " },
    { tag: "\u0000" },
    { owner: "" },
    { more: 1 },
  ]) {
    const reply = await ask("POST", "/audit-exceptions", { ...good, ...bad });
    assert.equal(reply.statusCode, 400, JSON.stringify(bad));
  }
  for (const place of [{ assetId: newId() }, { siteId: newId() }]) {
    assert.equal((await ask("POST", "/audit-exceptions", { ...good, ...place })).statusCode, 404);
  }
  const malformed = await ask("POST", "/audit-exceptions", { ...good, assetId: "x" });
  assert.equal(malformed.statusCode, 400);
});

test("a file of another program is taken in once, and a broken one not at all", async () => {
  const bytes = await readFile(new URL("../../../test/fixtures/scap/stig.cklb", import.meta.url));
  const upload = { name: "stig.cklb", data: bytes.toString("base64"), modifiedAt: auditedAt };
  const first = await ask("POST", "/audit-runs/import", upload);
  assert.equal(first.statusCode, 200, first.body);
  const [run] = first.json().runs;
  assert.equal(run.isNew, true);
  // Its name is that of the asset, but for its case.
  assert.equal(run.isKnownHost, true);
  const again = (await ask("POST", "/audit-runs/import", upload)).json();
  assert.deepEqual([again.runs[0].id, again.runs[0].isNew], [run.id, false]);
  const bad: object[] = [
    {},
    { name: "x", data: "not base64!" },
    { name: "x", data: "" },
    { name: "x.xml", data: Buffer.from("<html/>").toString("base64") },
    { ...upload, data: bytes.subarray(0, 300).toString("base64") },
    { ...upload, more: 1 },
  ];
  for (const body of bad) {
    assert.equal((await ask("POST", "/audit-runs/import", body)).statusCode, 400);
  }
  const nowhere = await ask("POST", "/audit-runs/import", { ...upload, site: "nowhere" });
  assert.equal(nowhere.statusCode, 404);
  const look = askConsole(app, tenantId, viewer);
  assert.equal((await look("POST", "/audit-runs/import", upload)).statusCode, 403);
  assert.equal((await look("POST", `/audit-exceptions/${newId()}/end`)).statusCode, 403);
});
