import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AuditReport, ruleResults } from "#engines/scap-types";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { auditReport } from "#test/audit-reports";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedAssets } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { insertAuditRuns } from "./audit-run.queries.ts";
import type { NewAuditRun } from "./audit-run.ts";
import { countRules, scorePctOf } from "./count-rules.ts";
import type { ListedAuditRun } from "./listed-audit-run.ts";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const { tenantId } = await seedTenant(database);
const ask = askExposure(app, await createExposureKey(database, tenantId, "read"));
const agentId = newId();

interface Run {
  at: number;
  satisfied?: number;
  failed?: number;
  unknown?: number;
}

async function seedRuns(runs: readonly Run[]): Promise<string[]> {
  const ids = runs.map(() => newId());
  await withClient(db.admin, undefined, async (client) => {
    for (const [i, { at, satisfied = 0, failed = 0, unknown = 0 }] of runs.entries()) {
      await client.query(
        `insert into audit_runs (tenant_id, id, agent_id, hostname, bundle_id, bundle_name, run_at, satisfied, failed,
           not_applicable, not_checkable, unknown)
         values ($1, $2, $3, 'host', 'cis-debian-12', 'CIS Debian 12', $4, $5, $6, 7, 8, $7)`,
        [tenantId, ids[i], agentId, at, satisfied, failed, unknown],
      );
    }
  });
  return ids;
}

test("the most recent run comes first; the score is what is satisfied of what could be judged, with one decimal", async () => {
  const [none = "", third = "", all = "", lost = "", half = ""] = await seedRuns([
    { at: 1 },
    { at: 2, satisfied: 1, failed: 2 },
    { at: 3, satisfied: 5 },
    { at: 4, failed: 3, unknown: 1 },
    { at: 4, satisfied: 2_000_000_000, failed: 1_000_000_000, unknown: 1_000_000_000 },
  ]);
  const { audits } = (await ask("GET", "/audits")).json();
  assert.deepEqual(
    audits.map(({ id, scorePct }: { id: string; scorePct?: number }) => [id, scorePct]),
    [
      [lost, 0],
      [half, 50],
      [all, 100],
      [third, 33.3],
      [none, undefined],
    ],
  );
  assert.deepEqual(audits.at(-1), {
    id: none,
    agentId,
    hostname: "host",
    bundleId: "cis-debian-12",
    bundleName: "CIS Debian 12",
    runAt: 1,
    satisfied: 0,
    failed: 0,
    notApplicable: 7,
    notCheckable: 8,
    unknown: 0,
    source: "agent",
  });
});

test("the score of a list is the one that its counts give, whatever they are", async () => {
  const { tenantId: other } = await seedTenant(database);
  const askOther = askExposure(app, await createExposureKey(database, other, "read"));
  const result = fc.record({
    result: fc.constantFrom(...ruleResults),
    unscored: fc.constantFrom(undefined, true as const),
  });
  const reports = fc.sample(fc.array(result, { minLength: 1, maxLength: 400 }), 200);
  const runs = reports.map((rules, i): NewAuditRun => {
    const outcomes = rules.map(({ result: one, unscored }, n) => ({
      id: `r${n}`,
      result: one,
      ...(unscored === undefined ? {} : { unscored }),
    }));
    return newRun(auditReport(outcomes, { finishedAt: i }));
  });
  await insertAuditRuns(database.system, other, runs);
  const listed = new Map<string, ListedAuditRun>(
    (await askOther("GET", "/audits")).json().audits.map((run: ListedAuditRun) => [run.id, run]),
  );
  for (const { id, report } of runs) {
    const counts = countRules(report.rules);
    const { satisfied, failed, notApplicable, notCheckable, unknown, scorePct } =
      listed.get(id) ?? assert.fail();
    assert.deepEqual({ satisfied, failed, notApplicable, notCheckable, unknown }, counts);
    assert.equal(scorePct ?? null, scorePctOf(counts));
  }
});

test("a list tells of each run whether it was made as root, where that is known", async () => {
  const { tenantId: other } = await seedTenant(database);
  const askOther = askExposure(app, await createExposureKey(database, other, "read"));
  const runs = [true, false, null].map((privileged, i) =>
    newRun(auditReport([], { finishedAt: i, privileged })),
  );
  await insertAuditRuns(database.system, other, runs);
  const { audits } = (await askOther("GET", "/audits")).json();
  assert.deepEqual(
    audits.map(({ privileged }: ListedAuditRun) => privileged),
    [undefined, false, true],
  );
});

test("an agent, an asset, a bundle and a site filter the list, alone and together", async () => {
  const { tenantId: other } = await seedTenant(database);
  const askOther = askExposure(app, await createExposureKey(database, other, "read"));
  const [assetId = ""] = await seedAssets(database, other, [{ hostname: "web1" }]);
  const [agent, site] = [newId(), newId()];
  const at = (finishedAt: number) => auditReport([{ id: "r", result: "pass" }], { finishedAt });
  const [one, two, three] = [
    { ...newRun(at(1)), agentId: agent, assetId, siteId: site },
    { ...newRun(at(2)), agentId: agent, bundleId: "b2" },
    { ...newRun(at(3)), siteId: site, bundleId: "b2" },
  ];
  await insertAuditRuns(database.system, other, [one, two, three]);
  const idsOf = async (query: string) =>
    (await askOther("GET", `/audits?${query}`)).json().audits.map(({ id }: { id: string }) => id);
  for (const [query, expected] of [
    ["", [three, two, one]],
    [`agentId=${agent}`, [two, one]],
    [`assetId=${assetId}`, [one]],
    [`bundleId=b2`, [three, two]],
    [`siteId=${site}`, [three, one]],
    [`siteId=${site}&bundleId=b2`, [three]],
    [`agentId=${agent}&siteId=${site}`, [one]],
    [`agentId=${agent}&bundleId=${one.bundleId}&assetId=${assetId}&siteId=${site}`, [one]],
    [`agentId=${site}`, []],
    [`assetId=nonsense`, []],
    [`bundleId=%00`, []],
  ] as const) {
    assert.deepEqual(
      await idsOf(query),
      expected.map(({ id }) => id),
      query,
    );
  }
  assert.equal((await askOther("GET", "/audits?bundleId=a&bundleId=b")).statusCode, 400);
});

function newRun(report: AuditReport): NewAuditRun {
  return {
    id: newId(),
    source: "agent",
    jobId: null,
    auditId: null,
    agentId: null,
    assetId: null,
    siteId: null,
    hostname: "host",
    bundleId: "b1",
    bundleName: "Bundle",
    report,
    textsSha256: null,
    importKey: null,
  };
}
