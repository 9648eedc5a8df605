import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createLiveHub } from "#platform/live";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testBox } from "#test/directory-fixture";
import { someResult, someRule, someWeakness, tell } from "#test/identity-fixture";
import { operatorOf, seedScanPlace } from "#test/scan-fixture";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { endAssessment, saveAssessmentSummary } from "./end-assessment.ts";
import { offerAssessments } from "./offer-assessments.ts";
import { requestAssessment } from "./request-assessment.ts";
import { summarise } from "#exposure/identity";

const { database, admin } = await createTestDatabase();
const now = Date.now();
const app = await createConsoleApp(database);

/** A tenant with a directory at a site of a company, that was assessed once, and its people. */
async function seedAssessed() {
  const place = await seedScanPlace(database);
  const { tenantId, siteId, probeId } = place;
  const companyId = newId();
  await withClient(admin, undefined, async (client) => {
    await client.query(
      "insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)",
      [tenantId, companyId],
    );
    await client.query("update sites set company_id = $2 where id = $1", [siteId, companyId]);
  });
  const directory = await seedDirectory(database, place, { name: "acme", schedule: "0 4 * * *" });
  const context = operatorOf(database, tenantId, () => now);
  const { assessmentId } = await requestAssessment(context, { name: "acme" });
  const at = { tenantId, probeId, holding: [], progress: [], now };
  await offerAssessments(database, testBox, at);
  const rule = someRule("weak", { severity: "HIGH" });
  const assessed = {
    assessmentId,
    directoryId: directory.id,
    type: "active_directory",
    siteId,
    at: now,
  } as const;
  await tell(database, tenantId, assessed, {
    found: [{ rule, weaknesses: [someWeakness("a", { severity: "HIGH" })] }],
    results: [
      someResult(rule, { found: 1 }),
      someResult(someRule("blind"), {
        outcome: "not_evaluated",
        reason: "Needs the permission X.",
      }),
    ],
  });
  const facts = { name: "acme.test", id: "S-1", counts: { users: 12 }, details: { level: "2016" } };
  const end = { outcome: "completed", at: now, error: null, facts } as const;
  await database.transaction(tenantId, async (tx) => {
    await endAssessment(tx, tenantId, { assessmentId, end, now });
    const summary = await summarise(tx, tenantId, directory.id);
    await saveAssessmentSummary(tx, tenantId, assessmentId, summary);
  });
  const as = async (
    role: "administrator" | "operator" | "viewer",
    companies: string[] | null = null,
  ) => askConsole(app, tenantId, await seedMember(database, tenantId, role, companies));
  return { ...place, companyId, directoryId: directory.id, assessmentId, as };
}

const seeded = await seedAssessed();
const operator = await seeded.as("operator");
const path = `/directories/${seeded.directoryId}`;

test("a directory is shown with its posture, what costs it, and when it is due", async () => {
  const { items } = (await operator("GET", "/directories")).json();
  assert.equal(items.length, 1);
  const [row] = items;
  assert.deepEqual([row.name, row.domain, row.siteName], ["acme", "acme.test", "HQ"]);
  assert.deepEqual([row.score < 100, row.coverage, row.open.HIGH], [true, 0.5, 1]);
  assert.equal(row.latest.state, "completed");
  const page = (await operator("GET", path)).json();
  assert.equal(page.posture.factors[0].ruleId, "ad.weak");
  assert.deepEqual([page.nextRuns.length, page.details.level], [3, "2016"]);
});

test("what became of each rule is told, with what it would need", async () => {
  const { items } = (await operator("GET", `${path}/rules`)).json();
  const outcomes = items.map((rule: Record<string, unknown>) => [
    rule["ruleId"],
    rule["outcome"],
    rule["reason"],
    rule["open"],
  ]);
  assert.deepEqual(outcomes, [
    ["ad.blind", "not_evaluated", "Needs the permission X.", 0],
    ["ad.weak", "evaluated", null, 1],
  ]);
});

test("an assessment is asked for, followed and stopped, and each step is announced", async () => {
  const { tenantId, directoryId, probeId, as } = await seedAssessed();
  const ask = await as("operator");
  const hub = await createLiveHub(database);
  let heard = 0;
  hub.watch(tenantId, ({ topic }) => {
    if (topic === "assessments") heard += 1;
  });
  const begun = (await ask("POST", `/directories/${directoryId}/assess`)).json();
  assert.equal(begun.isNew, true);
  const again = (await ask("POST", `/directories/${directoryId}/assess`)).json();
  assert.deepEqual(again, { ...begun, isNew: false });
  await until(() => heard > 0, { what: "pages hear of it" });
  const at = { tenantId, probeId, now: Date.now() };
  await offerAssessments(database, testBox, { ...at, holding: [], progress: [] });
  const progress = {
    phase: "reading",
    what: "users",
    objects: 7,
    rulesDone: 0,
    rulesTotal: 50,
  } as const;
  const id = begun.assessmentId;
  await offerAssessments(database, testBox, { ...at, holding: [id], progress: [{ id, progress }] });
  const page = (await ask("GET", `/directories/${directoryId}`)).json();
  assert.deepEqual([page.latest.state, page.latest.progress], ["running", progress]);
  const stopped = (await ask("POST", `/directories/${directoryId}/stop`)).json();
  assert.deepEqual(stopped, { outcome: "stopping" });
  const { items } = (await ask("GET", `/directories/${directoryId}/assessments`)).json();
  assert.deepEqual([items.length, items[0].id, items[0].stopRequested], [2, id, true]);
  await hub.close();
});

test("a viewer looks and changes nothing; one of other companies sees nothing of it", async () => {
  const viewer = await seeded.as("viewer");
  const theirs = await seeded.as("viewer", [seeded.companyId]);
  const others = await seeded.as("viewer", [newId()]);
  for (const each of [path, `${path}/rules`, `${path}/assessments`]) {
    assert.equal((await viewer("GET", each)).statusCode, 200, each);
    assert.equal((await theirs("GET", each)).statusCode, 200, each);
    assert.equal((await others("GET", each)).statusCode, 404, each);
  }
  assert.equal((await theirs("GET", "/directories")).json().items.length, 1);
  assert.deepEqual((await others("GET", "/directories")).json(), { items: [] });
  assert.equal((await viewer("POST", `${path}/assess`)).statusCode, 403);
  assert.equal((await viewer("POST", `${path}/stop`)).statusCode, 403);
});

test("the account that reads a directory is told to administrators alone", async () => {
  const error = "reader@acme.test may not read it.";
  await withClient(admin, undefined, (client) =>
    client.query("update directories set last_error = $2 where id = $1", [
      seeded.directoryId,
      error,
    ]),
  );
  const administrator = await seeded.as("administrator");
  assert.equal((await administrator("GET", path)).json().lastError, error);
  assert.equal((await operator("GET", path)).json().lastError, "… may not read it.");
});

test("another tenant's directories are not there", async () => {
  const { tenantId } = await seedTenant(database);
  const stranger = askConsole(app, tenantId, await seedMember(database, tenantId, "owner"));
  assert.deepEqual((await stranger("GET", "/directories")).json(), { items: [] });
  for (const each of [path, `${path}/rules`, `${path}/assessments`, "/directories/x"]) {
    assert.equal((await stranger("GET", each)).statusCode, 404, each);
  }
  assert.equal((await stranger("POST", `${path}/assess`)).statusCode, 404);
  assert.equal((await stranger("POST", `${path}/stop`)).statusCode, 404);
});
