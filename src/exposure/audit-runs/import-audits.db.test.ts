import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditedHost, ImportedAudit, RuleOutcome } from "#engines/scap-types";
import { withClient } from "#platform/db";
import { seedAgent } from "#test/audit-fixture";
import { auditReport, auditedAt, ruleText, scapContent } from "#test/audit-reports";
import { createTestDatabase } from "#test/database";
import { seedAssets, seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { systemContext } from "#test/service-app";
import { type AuditImport, importAudits } from "./import-audits.ts";
import { readAuditRun } from "./read-audit-run.ts";

const db = await createTestDatabase();
const { database } = db;
const now = auditedAt + 5000;

async function tenant() {
  const { tenantId } = await seedTenant(database);
  const siteId = await seedSite(database, tenantId, "HQ");
  const [web = "", printer = ""] = await seedAssets(database, tenantId, [
    { hostname: "web1.hq.test", ip: "10.0.0.1", siteId },
    { hostname: null, ip: "10.0.0.2" },
  ]);
  const agentId = await seedAgent(database, tenantId, { name: "web1" });
  await admin("update assets set agent_id = $1 where id = $2", [agentId, web]);
  const context = systemContext(database, tenantId, () => now);
  return { tenantId, siteId, web, printer, agentId, context };
}

const admin = (sql: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> =>
  withClient(db.admin, undefined, (client) => client.query(sql, values));

const host = (given: Partial<AuditedHost>): AuditedHost => ({
  hostname: null,
  fqdn: null,
  addresses: [],
  macs: [],
  ...given,
});

const stig = {
  id: "xccdf_mil.disa.stig_benchmark_RHEL_9_STIG",
  version: "V2R1",
  title: "Red Hat Enterprise Linux 9 STIG",
};

function audit(
  about: AuditedHost,
  rules: readonly RuleOutcome[] = [
    { id: "SV-1", result: "pass" },
    { id: "SV-2", result: "fail", comments: "waived" },
  ],
): ImportedAudit {
  const content = { ...scapContent(rules.map(({ id }) => ruleText(id))), benchmark: stig };
  const given = { benchmark: stig, profile: null, scores: [], engine: "STIG Viewer" };
  return { host: about, report: auditReport(rules, given), content };
}

const imported = (audits: readonly ImportedAudit[], given: Partial<AuditImport> = {}) => ({
  audits,
  site: null,
  file: "web1.ckl",
  at: 1,
  ...given,
});

test("a checklist becomes a run of the asset that it is about, and of the agent there", async () => {
  const one = await tenant();
  const { runs, refused } = await importAudits(
    one.context,
    imported([audit(host({ hostname: "web1", addresses: ["10.0.0.2"] }))]),
  );
  assert.deepEqual(refused, []);
  assert.ok(runs[0] !== undefined);
  const { id, ...run } = runs[0];
  assert.deepEqual(run, {
    hostname: "web1",
    assetId: one.web,
    benchmark: "Red Hat Enterprise Linux 9 STIG",
    isNew: true,
    scorePct: 50,
    counts: { satisfied: 1, failed: 1, notApplicable: 0, notCheckable: 0, unknown: 0 },
  });
  const { rules, ...detail } = await readAuditRun(one.context, id);
  assert.deepEqual(
    [detail.agentId, detail.assetId, detail.siteId, detail.source, detail.bundleId, detail.runAt],
    [one.agentId, one.web, one.siteId, "import", "RHEL_9_STIG", auditedAt],
  );
  assert.equal(detail.bundleName, "Red Hat Enterprise Linux 9 STIG");
  assert.deepEqual([rules[1]?.title, rules[1]?.comments], ["Title of SV-2", "waived"]);
  const log = await admin(
    "select subject_id from audit_log where action = 'audit.import' and tenant_id = $1",
    [one.tenantId],
  );
  assert.deepEqual(log.rows, [{ subject_id: id }]);
});

test("no asset is made of a checklist: its host has a run without one, at the site that was named", async () => {
  const one = await tenant();
  const before = await admin("select count(*) as n from assets where tenant_id = $1", [
    one.tenantId,
  ]);
  const file = imported([audit(host({ hostname: "unheard" }))], { site: "HQ" });
  const [run] = (await importAudits(one.context, file)).runs;
  const detail = await readAuditRun(one.context, run?.id ?? "");
  assert.deepEqual([detail.assetId, detail.agentId], [undefined, undefined]);
  assert.deepEqual([detail.siteId, detail.hostname], [one.siteId, "unheard"]);
  const after = await admin("select count(*) as n from assets where tenant_id = $1", [
    one.tenantId,
  ]);
  assert.deepEqual(after.rows, before.rows);
});

test("the same results again are nothing new, also from a copy of the file, and twice in one file", async () => {
  const one = await tenant();
  const untimed = audit(host({ hostname: "web1" }));
  const at = (time: number): ImportedAudit => ({
    ...untimed,
    report: { ...untimed.report, startedAt: time, finishedAt: time },
  });
  const first = await importAudits(one.context, imported([at(5), at(5)], { at: 5 }));
  assert.deepEqual(
    first.runs.map(({ isNew }) => isNew),
    [true, false],
  );
  const copy = await importAudits(one.context, imported([at(9)], { at: 9, file: "copy.ckl" }));
  assert.deepEqual(
    copy.runs.map(({ id, isNew, assetId }) => [id, isNew, assetId]),
    [[first.runs[0]?.id, false, one.web]],
  );
  const timed = await importAudits(one.context, imported([at(9)], { at: 10 }));
  assert.deepEqual(timed.runs[0]?.isNew, true, "the file itself says that it was another time");
  const changed = audit(untimed.host, [{ id: "SV-1", result: "fail" }]);
  assert.equal((await importAudits(one.context, imported([changed]))).runs[0]?.isNew, true);
});

test("the same file at once from two people is one run", async () => {
  const one = await tenant();
  const file = imported([audit(host({ hostname: "web1" }))]);
  const both = await Promise.all([
    importAudits(one.context, file),
    importAudits(one.context, file),
  ]);
  const runs = both.flatMap((outcome) => outcome.runs);
  assert.equal(runs.filter(({ isNew }) => isNew).length, 1);
  assert.equal(runs[0]?.id, runs[1]?.id);
});

test("results of which none applies to the host are no run; others of the file are taken in", async () => {
  const one = await tenant();
  const nothing = audit(host({ hostname: "web1" }), [{ id: "SV-1", result: "notapplicable" }]);
  await assert.rejects(importAudits(one.context, imported([nothing])), {
    code: "invalid_request",
    message:
      "web1.ckl is not taken in: Nothing in Red Hat Enterprise Linux 9 STIG applies to this host: it is for another system.",
  });
  const { runs, refused } = await importAudits(
    one.context,
    imported([nothing, audit(host({ hostname: "web1" }))]),
  );
  assert.equal(runs.length, 1);
  assert.deepEqual(
    refused.map(({ hostname, reason }) => [hostname, reason]),
    [
      [
        "web1",
        "Nothing in Red Hat Enterprise Linux 9 STIG applies to this host: it is for another system.",
      ],
    ],
  );
});

test("an import is refused without write scope and for a site that there is not, and then nothing is kept", async () => {
  const one = await tenant();
  const file = imported([audit(host({ hostname: "web1" }))]);
  await assert.rejects(importAudits({ ...one.context, scopes: ["read"] }, file), {
    code: "forbidden",
  });
  await assert.rejects(importAudits(one.context, { ...file, site: "Mars" }), {
    message: 'There is no site named "Mars".',
  });
  const { rows } = await admin("select 1 from audit_runs where tenant_id = $1", [one.tenantId]);
  assert.deepEqual(rows, []);
});

test("another tenant's asset of the same name is never the host", async () => {
  const [one, other] = [await tenant(), await tenant()];
  await admin("update assets set hostname = 'only-there' where id = $1", [other.web]);
  const { runs } = await importAudits(
    one.context,
    imported([audit(host({ hostname: "only-there" }))]),
  );
  assert.equal(runs[0]?.assetId, null);
});

test("a file from the future is from now", async () => {
  const one = await tenant();
  const late = audit(host({ hostname: "web1" }));
  const report = { ...late.report, startedAt: now * 2, finishedAt: now * 2 };
  const { runs } = await importAudits(one.context, imported([{ ...late, report }]));
  assert.equal((await readAuditRun(one.context, runs[0]?.id ?? "")).runAt, now);
});
