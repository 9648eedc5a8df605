import assert from "node:assert/strict";
import { test } from "node:test";
import type { RuleOutcome } from "#engines/scap-types";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { seedAgent } from "#test/audit-fixture";
import { auditReport, auditedAt, ruleText, scapContent } from "#test/audit-reports";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedAssets, seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { systemContext } from "#test/service-app";
import { insertAuditRuns } from "./audit-run.queries.ts";
import type { NewAuditRun } from "./audit-run.ts";
import { endException } from "./end-exception.ts";
import { type ExceptionInput, exceptRule } from "./except-rule.ts";
import { isRuleKnown } from "./is-rule-known.ts";
import { listExceptions } from "./list-exceptions.ts";
import { saveScapContent } from "./scap-content.queries.ts";

const db = await createTestDatabase();
const { database } = db;
let now = auditedAt + 1000;
const app = await createExposureApp(database, { now: () => now });
const prefix = "xccdf_org.ssgproject.content_rule_";

async function tenant() {
  const { tenantId } = await seedTenant(database);
  const siteId = await seedSite(database, tenantId, "HQ");
  const [assetId = ""] = await seedAssets(database, tenantId, [{ hostname: "web1", siteId }]);
  const agentId = await seedAgent(database, tenantId, { name: "web1", tags: ["web"] });
  const ask = askExposure(app, await createExposureKey(database, tenantId, "read"));
  const context = systemContext(database, tenantId, () => now);
  return { tenantId, siteId, assetId, agentId, ask, context };
}
type Tenant = Awaited<ReturnType<typeof tenant>>;

async function keep(
  { tenantId, siteId, assetId, agentId }: Tenant,
  rules: readonly RuleOutcome[],
  given: Partial<NewAuditRun> = {},
): Promise<string> {
  const run: NewAuditRun = {
    id: newId(),
    source: "agent",
    jobId: null,
    auditId: null,
    agentId,
    assetId,
    siteId,
    hostname: "web1",
    bundleId: "b1",
    bundleName: "Debian: Standard",
    report: auditReport(rules),
    textsSha256: null,
    importKey: null,
    ...given,
  };
  await insertAuditRuns(database.system, tenantId, [run]);
  return run.id;
}

const outcomes: readonly RuleOutcome[] = [
  { id: `${prefix}one`, result: "pass" },
  { id: `${prefix}two`, result: "fail", severity: "high", weight: 10, why: "mode 0644" },
  { id: `${prefix}three`, result: "error" },
  { id: `${prefix}four`, result: "pass", unscored: true, comments: "by hand" },
];

const everywhere = { assetId: null, siteId: null, tag: null, until: null };
const said = { reason: "The old scanner needs it.", owner: "Ada" };
const except = (one: Tenant, input: Partial<ExceptionInput>) =>
  exceptRule(one.context, { ruleId: "two", ...said, ...everywhere, ...input });

test("a run tells what became of each rule, what the rule says, and what it does not know it leaves out", async () => {
  const one = await tenant();
  const content = scapContent([
    ruleText(`${prefix}two`, {
      severity: "low",
      fix: "chmod 0600",
      version: "DEB-12-1",
      group: "V-1",
    }),
  ]);
  await database.transaction(one.tenantId, (tx) =>
    saveScapContent(tx, one.tenantId, content, auditedAt),
  );
  const id = await keep(one, outcomes, { textsSha256: content.sha256 });
  const reply = await one.ask("GET", `/audits/${id}`);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual(reply.json(), {
    id,
    agentId: one.agentId,
    hostname: "web1",
    bundleId: "b1",
    bundleName: "Debian: Standard",
    runAt: auditedAt,
    scorePct: 33.3,
    satisfied: 1,
    failed: 1,
    notApplicable: 0,
    notCheckable: 1,
    unknown: 1,
    source: "agent",
    assetId: one.assetId,
    siteId: one.siteId,
    engine: "OpenSCAP 1.3.7",
    benchmarkId: "xccdf_org.ssgproject.content_benchmark_DEBIAN-12",
    benchmarkVersion: "0.1.65",
    profileId: "xccdf_org.ssgproject.content_profile_standard",
    profileTitle: "Standard System Security Profile",
    nativeScore: 58.6,
    nativeScoreMax: 100,
    scoringSystem: "urn:xccdf:scoring:default",
    startedAt: auditedAt - 60_000,
    privileged: true,
    scores: auditReport([]).scores,
    excepted: 0,
    scoreWithExceptionsPct: 33.3,
    rules: [
      {
        id: `${prefix}one`,
        shortId: "one",
        title: "one",
        severity: "unknown",
        result: "pass",
        bucket: "satisfied",
        identifiers: [],
        references: [],
      },
      {
        id: `${prefix}two`,
        shortId: "two",
        title: `Title of ${prefix}two`,
        severity: "high",
        category: "CAT I",
        version: "DEB-12-1",
        group: "V-1",
        result: "fail",
        bucket: "failed",
        weight: 10,
        why: "mode 0644",
        fix: "chmod 0600",
        identifiers: ["CCI-000366"],
        references: ["https://rules.example"],
      },
      {
        id: `${prefix}three`,
        shortId: "three",
        title: "three",
        severity: "unknown",
        result: "error",
        bucket: "unknown",
        identifiers: [],
        references: [],
      },
      {
        id: `${prefix}four`,
        shortId: "four",
        title: "four",
        severity: "unknown",
        result: "pass",
        bucket: "notCheckable",
        unscored: true,
        comments: "by hand",
        identifiers: [],
        references: [],
      },
    ],
  });
  assert.equal((await one.ask("GET", `/audit-runs/${id}`)).body, reply.body);
});

test("an exception leaves the result as it is, gives a second score, and ends at its moment", async () => {
  const one = await tenant();
  const id = await keep(one, outcomes);
  const until = now + 5000;
  await except(one, { ruleId: `${prefix}two`, tag: "web", until });
  const before = (await one.ask("GET", `/audits/${id}`)).json();
  assert.deepEqual(before.rules[1].excepted, { ...said, until });
  assert.equal(before.rules[1].result, "fail");
  assert.deepEqual(
    [before.scorePct, before.excepted, before.scoreWithExceptionsPct],
    [33.3, 1, 50],
  );
  now = until;
  const later = (await one.ask("GET", `/audits/${id}`)).json();
  assert.deepEqual(
    [later.rules[1].excepted, later.excepted, later.scoreWithExceptionsPct],
    [undefined, 0, 33.3],
  );
  assert.deepEqual(
    (await listExceptions(one.context)).map(({ state, tag }) => [state, tag]),
    [["expired", "web"]],
  );
});

test("an exception holds where it was made for, and no longer than until somebody ends it", async () => {
  const one = await tenant();
  const [elsewhere = ""] = await seedAssets(database, one.tenantId, [{ hostname: "web2" }]);
  const here = await keep(one, outcomes);
  const there = await keep(one, outcomes, { assetId: elsewhere, siteId: null, agentId: null });
  const excepted = async (id: string) => (await one.ask("GET", `/audits/${id}`)).json().excepted;
  for (const place of [{ assetId: one.assetId }, { siteId: one.siteId }, { tag: "web" }]) {
    const { id } = await except(one, place);
    assert.deepEqual([await excepted(here), await excepted(there)], [1, 0], JSON.stringify(place));
    assert.deepEqual(await endException(one.context, id), { ruleId: "two" });
    assert.equal(await excepted(here), 0);
    await assert.rejects(endException(one.context, id), { code: "not_found" });
  }
  await except(one, {});
  assert.deepEqual([await excepted(here), await excepted(there)], [1, 1]);
  const other = await tenant();
  assert.equal((await listExceptions(other.context)).length, 0);
  const open = (await listExceptions(one.context))[0]?.id ?? "";
  await assert.rejects(endException(other.context, open), { code: "not_found" });
  await assert.rejects(endException(one.context, "nonsense"), { code: "not_found" });
});

test("who excepted what, and who ended it, is in the audit log", async () => {
  const one = await tenant();
  const { id } = await except(one, {});
  await endException(one.context, id);
  const { rows } = await withClient(db.admin, undefined, (client) =>
    client.query(
      "select action, subject_id, actor_name, detail from audit_log where tenant_id = $1 and subject_kind = 'audit_exception' order by id",
      [one.tenantId],
    ),
  );
  assert.deepEqual(rows, [
    {
      action: "audit-exception.create",
      subject_id: id,
      actor_name: "test",
      detail: { ruleId: "two", assetId: null, siteId: null, tag: null, ...said, expiresAt: null },
    },
    {
      action: "audit-exception.end",
      subject_id: id,
      actor_name: "test",
      detail: { ruleId: "two" },
    },
  ]);
});

test("a rule is known by its short id and its whole one, of content of the tenant's own alone", async () => {
  const one = await tenant();
  const other = await tenant();
  const content = scapContent([ruleText(`${prefix}known`)]);
  await database.transaction(one.tenantId, (tx) => saveScapContent(tx, one.tenantId, content, now));
  assert.equal(await isRuleKnown(one.context, "known"), true);
  assert.equal(await isRuleKnown(one.context, `${prefix}known`), true);
  assert.equal(await isRuleKnown(one.context, "know"), false);
  assert.equal(await isRuleKnown(other.context, "known"), false);
});

test("an exception that makes no sense is refused with what is wrong", async () => {
  const [one, other] = [await tenant(), await tenant()];
  for (const [input, message] of [
    [{ reason: "  " }, "reason must have 1 to 2000 characters."],
    [{ reason: "x".repeat(2001) }, "reason must have 1 to 2000 characters."],
    [{ owner: "" }, "owner must have 1 to 200 characters."],
    [{ owner: "a\nb" }, "owner must not have control characters."],
    [{ ruleId: "" }, "the id of a rule must have 1 to 300 characters."],
    [{ tag: "web server" }, `"web server" is no tag that a host could have.`],
    [{ until: now }, "until must be in the future."],
    [{ until: Number.NaN }, "until must be in the future."],
    [{ until: Number.POSITIVE_INFINITY }, "until must be in the future."],
    [{ assetId: other.assetId }, "There is no asset with this id."],
    [{ siteId: other.siteId }, "There is no site with this id."],
  ] as const) {
    await assert.rejects(except(one, input), { message });
  }
  await assert.rejects(
    exceptRule({ ...one.context, scopes: ["read"] }, { ruleId: "two", ...said, ...everywhere }),
    { code: "forbidden" },
  );
  assert.deepEqual(await listExceptions(one.context), []);
});

test("two runs are compared rule by rule, the earlier one named by `with`", async () => {
  const one = await tenant();
  const old = await keep(one, outcomes);
  const given = auditReport(
    [
      { id: "one", result: "fail", why: "gone" },
      { id: "two", result: "pass" },
      { id: "five", result: "pass" },
      { id: "four", result: "pass", unscored: true },
    ],
    { benchmark: { id: "DEBIAN-12", version: "2", title: "t" }, profile: null },
  );
  const recent = await keep(one, [], { report: given });
  const reply = await one.ask("GET", `/audits/${recent}/comparison?with=${old}`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { before, after, ...comparison } = reply.json();
  assert.deepEqual([before.id, after.id, before.rules], [old, recent, undefined]);
  assert.deepEqual(comparison, {
    sameBenchmark: true,
    sameProfile: false,
    sameHost: true,
    worse: [
      {
        id: "one",
        shortId: "one",
        title: "one",
        severity: "unknown",
        before: "pass",
        after: "fail",
        why: "gone",
      },
    ],
    better: [
      {
        id: "two",
        shortId: "two",
        title: "two",
        severity: "unknown",
        before: "fail",
        after: "pass",
      },
    ],
    otherwise: [],
    added: [{ id: "five", shortId: "five", title: "five", severity: "unknown", after: "pass" }],
    gone: [
      {
        id: `${prefix}three`,
        shortId: "three",
        title: "three",
        severity: "unknown",
        before: "error",
      },
    ],
    unchanged: 1,
  });
  const other = await keep(one, outcomes, {
    assetId: null,
    hostname: "db1",
    report: auditReport(outcomes, { benchmark: { id: "RHEL-9", version: "1", title: "t" } }),
  });
  const unlike = (await one.ask("GET", `/audits/${other}/comparison?with=${old}`)).json();
  assert.deepEqual([unlike.sameBenchmark, unlike.sameHost], [false, false]);
});

test("another tenant's run is no run, neither to read nor to compare with", async () => {
  const [one, other] = [await tenant(), await tenant()];
  const [ours, theirs] = [await keep(one, outcomes), await keep(other, outcomes)];
  const bodies = [];
  for (const path of [
    `/audits/${theirs}`,
    `/audits/${newId()}`,
    `/audits/nonsense`,
    `/audits/${ours}/comparison?with=${theirs}`,
    `/audits/${theirs}/comparison?with=${ours}`,
    `/audits/${ours}/comparison?with=nonsense`,
  ]) {
    const reply = await one.ask("GET", path);
    assert.equal(reply.statusCode, 404, path);
    bodies.push({ ...reply.json(), requestId: null });
  }
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
  for (const query of ["", `?with=${ours}&with=${ours}`]) {
    assert.equal((await one.ask("GET", `/audits/${ours}/comparison${query}`)).statusCode, 400);
  }
});
