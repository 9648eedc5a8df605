import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { seedDirectoryRow } from "#test/directory-rows";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { someResult, someRule, someWeakness, tell } from "#test/identity-fixture";
import { seedTenant } from "#test/seed";
import { moveIdentityFindings } from "./move-identity-findings.ts";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const { tenantId } = await seedTenant(database);
const ask = askExposure(app, await createExposureKey(database, tenantId, "read"));
const directoryId = await seedDirectoryRow(database, tenantId, { type: "entra" });
const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;

async function seedOne(severity: (typeof severities)[number], lastSeenAt: number, status: string) {
  const id = newId();
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `insert into identity_findings (tenant_id, id, directory_id, rule_id, target_id, source, target_type, target_name, category,
         severity, severity_rank, title, remediation, evidence, content_hash, status, status_at, first_seen_at, last_seen_at)
       values ($1, $2, $7, 'entra.mfa', 'id of ' || $2::uuid, 'entra', 'user', 'someone', 'mfa', $3, $4, 'No second factor', 'Ask for one.',
         '{"None is asked for."}', 'x', $5, 1, 1, $6)`,
      [tenantId, id, severity, severities.indexOf(severity), status, lastSeenAt, directoryId],
    ),
  );
  return id;
}

test("the most severe come first, then the last seen, then by id; only what is open or in progress", async () => {
  const info = await seedOne("INFO", 9, "open");
  const older = await seedOne("HIGH", 1, "open");
  const newer = await seedOne("HIGH", 2, "in_progress");
  const same = await seedOne("HIGH", 2, "open");
  const critical = await seedOne("CRITICAL", 1, "open");
  for (const status of ["resolved", "accepted", "false_positive"])
    await seedOne("CRITICAL", 9, status);
  const { identityFindings, total } = (await ask("GET", "/identity-findings")).json();
  const ids = identityFindings.map(({ id }: { id: string }) => id);
  assert.deepEqual([ids, total], [[critical, newer, same, older, info], 5]);
  assert.deepEqual(identityFindings[0], {
    id: critical,
    source: "entra",
    directoryId,
    ruleId: "entra.mfa",
    targetType: "user",
    targetId: `id of ${critical}`,
    targetName: "someone",
    category: "mfa",
    severity: "CRITICAL",
    title: "No second factor",
    evidence: ["None is asked for."],
    remediation: "Ask for one.",
    status: "open",
    firstSeenAt: 1,
    lastSeenAt: 1,
  });
});

test("filters hold together, each for itself and with others, on every page", async () => {
  const { tenantId: other } = await seedTenant(database);
  const siteId = newId();
  await withClient(db.admin, undefined, (client) =>
    client.query(
      "insert into sites (tenant_id, id, name, created_at) values ($1, $2, 'Berlin', 0)",
      [other, siteId],
    ),
  );
  const types = ["active_directory", "entra"] as const;
  const directories = await Promise.all(
    types.map(async (type, i) => ({
      type,
      siteId: i === 0 ? siteId : null,
      directoryId: await seedDirectoryRow(database, other, {
        type,
        siteId: i === 0 ? siteId : null,
      }),
    })),
  );
  const rules = [
    someRule("one", { category: "kerberos" }),
    someRule("two", { category: "passwords" }),
  ];
  for (const [i, { type, siteId: site, directoryId: id }] of directories.entries()) {
    const assessed = { assessmentId: newId(), directoryId: id, type, siteId: site, at: 1000 + i };
    const found = rules.map((rule, r) => ({
      rule,
      weaknesses: severities.flatMap((severity, s) =>
        Array.from({ length: 1 + ((i + r + s) % 3) }, (_, n) =>
          someWeakness(`${severity} ${n}`, { severity, host: n === 0 ? "PC1.acme.test" : null }),
        ),
      ),
    }));
    await tell(database, other, assessed, { found });
  }
  const askOther = askExposure(app, await createExposureKey(database, other, "read"));
  type Listed = Record<string, unknown> & { id: string };
  const whole: Listed[] = (await askOther("GET", "/identity-findings")).json().identityFindings;
  assert.equal(whole.length, 41);
  const filter = fc.record({
    siteId: fc.option(fc.constantFrom(siteId, newId())),
    directoryId: fc.option(fc.constantFrom(...directories.map((each) => each.directoryId))),
    source: fc.option(fc.constantFrom(...types)),
    severity: fc.option(fc.constantFrom(...severities)),
    category: fc.option(fc.constantFrom("kerberos", "passwords", "trusts")),
    ruleId: fc.option(fc.constantFrom("ad.one", "ad.two", "ad.\u0000")),
    host: fc.option(fc.constant("pc1.ACME.test")),
    offset: fc.integer({ min: 0, max: 42 }),
    limit: fc.integer({ min: 1, max: 45 }),
  });
  await fc.assert(
    fc.asyncProperty(filter, async ({ offset, limit, ...wanted }) => {
      const fits = (item: Listed) =>
        Object.entries(wanted).every(
          ([name, value]) =>
            value === null || String(item[name]).toLowerCase() === value.toLowerCase(),
        );
      const query = new URLSearchParams({ offset: String(offset), limit: String(limit) });
      for (const [name, value] of Object.entries(wanted))
        if (value !== null) query.set(name, value);
      const reply = (await askOther("GET", `/identity-findings?${query.toString()}`)).json();
      const all = whole.filter(fits);
      assert.deepEqual(reply.identityFindings, all.slice(offset, offset + limit));
      assert.equal(reply.total, all.length);
    }),
    { numRuns: 150 },
  );
});

test("a source or a severity that there is not is refused with the words that there are", async () => {
  for (const name of ["source", "severity"]) {
    const reply = await ask("GET", `/identity-findings?${name}=none`);
    assert.equal(reply.statusCode, 400);
    assert.match(reply.json().error, new RegExp(`${name} must be one of`));
  }
});

test("one finding is shown with its references and its history, and its rule with the outcome", async () => {
  const rule = someRule("shown");
  const assessed = {
    assessmentId: newId(),
    directoryId,
    type: "entra" as const,
    siteId: null,
    at: 5000,
  };
  const needs = {
    outcome: "not_evaluated" as const,
    reason: "Needs the permission Policy.Read.All.",
  };
  await tell(database, tenantId, assessed, {
    found: [{ rule, weaknesses: [someWeakness("x", { name: "<b>x</b>" })] }],
    results: [someResult(rule, needs)],
  });
  const { identityFindings } = (await ask("GET", "/identity-findings?ruleId=ad.shown")).json();
  const [{ id }] = identityFindings;
  const { history, references, asks, targetName } = (
    await ask("GET", `/identity-findings/${id}`)
  ).json();
  assert.deepEqual(
    [history, references, asks, targetName],
    [
      [{ at: 5000, to: "open", by: "system", byKind: "system", notes: "seen by an assessment" }],
      rule.references,
      rule.asks,
      "<b>x</b>",
    ],
  );
  const path = `/directories/${directoryId}/rules`;
  const { rules, total, hasMore } = (await ask("GET", `${path}?limit=1`)).json();
  assert.deepEqual([total, hasMore], [1, false]);
  const { outcome, reason, open, accepted, askedAt, evaluatedAt } = rules[0];
  assert.deepEqual(
    [outcome, reason, open, accepted, askedAt, evaluatedAt],
    ["not_evaluated", needs.reason, 1, 0, 5000, undefined],
  );
  const theirs = askExposure(
    app,
    await createExposureKey(database, (await seedTenant(database)).tenantId),
  );
  for (const place of [
    `/identity-findings/${id}`,
    path,
    "/directories/x/rules",
    "/identity-findings/x",
  ])
    assert.equal((await theirs("GET", place)).statusCode, 404, place);
});

test("findings go to another site with their directory, resolved ones included, and so does their number", async () => {
  const { tenantId: other } = await seedTenant(database);
  const site = newId();
  await withClient(db.admin, undefined, (client) =>
    client.query("insert into sites (tenant_id, id, name, created_at) values ($1, $2, 'Here', 0)", [
      other,
      site,
    ]),
  );
  const moved = await seedDirectoryRow(database, other, { siteId: null });
  const rule = someRule("moved");
  const assessed = {
    assessmentId: newId(),
    directoryId: moved,
    type: "active_directory" as const,
    siteId: null,
  };
  const weaknesses = [someWeakness("stays"), someWeakness("goes")];
  await tell(database, other, { ...assessed, at: 1 }, { found: [{ rule, weaknesses }] });
  const left = {
    found: [{ rule, weaknesses: weaknesses.slice(0, 1) }],
    results: [someResult(rule)],
  };
  await tell(database, other, { ...assessed, at: 2 }, left);
  const askOther = askExposure(app, await createExposureKey(database, other, "read"));
  const totalHere = async () =>
    (await askOther("GET", `/identity-findings?siteId=${site}&limit=5`)).json().total;
  for (const [siteId, total] of [
    [site, 1],
    [null, 0],
  ] as const) {
    await database.transaction(other, (tx) =>
      moveIdentityFindings(tx, other, { id: moved, siteId }),
    );
    assert.equal(await totalHere(), total);
    const { rows } = await withClient(db.admin, undefined, (client) =>
      client.query("select distinct site_id from identity_findings where tenant_id = $1", [other]),
    );
    assert.deepEqual(rows, [{ site_id: siteId }]);
  }
});
