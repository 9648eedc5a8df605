import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { statement, withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedDirectoryRow } from "#test/directory-rows";
import { type Told, someResult, someRule, someWeakness, tell } from "#test/identity-fixture";
import { seedTenant } from "#test/seed";
import type { Assessed } from "./identity-finding.ts";
import { listRuleResults } from "./list-rule-results.ts";
import { readPosture } from "./read-posture.ts";

const db = await createTestDatabase();
const { database } = db;
const { tenantId } = await seedTenant(database);
const deleteDirectory = statement<[tenantId: string, id: string], never>(
  "test.take-in.delete-directory",
  "delete from directories where tenant_id = $1 and id = $2",
);
const rule = someRule("old-password");
const other = someRule("no-preauth", { severity: "HIGH" });

/** A directory of its own, and what is known of it. */
async function directory() {
  const directoryId = await seedDirectoryRow(database, tenantId);
  const assessed = (at: number): Assessed => ({
    assessmentId: newId(),
    directoryId,
    type: "active_directory",
    siteId: null,
    at,
  });
  const rows = async () => {
    const { rows: all } = await withClient(db.admin, undefined, (client) =>
      client.query<Record<string, unknown>>(
        "select * from identity_findings where directory_id = $1 order by rule_id, target_id",
        [directoryId],
      ),
    );
    return all;
  };
  return {
    directoryId,
    assessed,
    rows,
    tell: (at: number, told: Told) => tell(database, tenantId, assessed(at), told),
    statuses: async () =>
      Object.fromEntries((await rows()).map((row) => [row["target_id"], row["status"]])),
    events: async () => {
      const { rows: all } = await withClient(db.admin, undefined, (client) =>
        client.query<{ said: string }>(
          `select f.target_id || ': ' || e.notes as said from finding_events e join identity_findings f on f.id = e.finding_id
           where f.directory_id = $1 order by e.at, e.id`,
          [directoryId],
        ),
      );
      return all.map(({ said }) => said);
    },
  };
}

const found = (...targets: string[]) => [
  { rule, weaknesses: targets.map((target) => someWeakness(target)) },
];

test("what is found begins, what an evaluated rule does not see any more is resolved, and what comes back opens", async () => {
  const one = await directory();
  const first = await one.tell(100, { found: found("a", "b"), results: [someResult(rule)] });
  assert.deepEqual(first, { made: 2, reopened: 0, resolved: 0 });
  const second = await one.tell(200, { found: found("a"), results: [someResult(rule)] });
  assert.deepEqual(second, { made: 0, reopened: 0, resolved: 1 });
  assert.deepEqual(await one.statuses(), { a: "open", b: "resolved" });
  const third = await one.tell(300, { found: found("a", "b"), results: [someResult(rule)] });
  assert.deepEqual(third, { made: 0, reopened: 1, resolved: 0 });
  assert.deepEqual(await one.events(), [
    "a: seen by an assessment",
    "b: seen by an assessment",
    "b: no longer seen by an assessment",
    "b: seen again by an assessment",
  ]);
});

test("told again, nothing changes, in whatever pieces", async () => {
  const one = await directory();
  const told = { found: found("a", "b"), results: [someResult(rule, { found: 2 })] };
  const assessed = one.assessed(100);
  await tell(database, tenantId, assessed, told);
  const [before, events] = [await one.rows(), await one.events()];
  for (const piece of [told, { found: found("b") }, { results: told.results }, told]) {
    const change = await tell(database, tenantId, assessed, piece);
    assert.deepEqual(change, { made: 0, reopened: 0, resolved: 0 });
  }
  assert.deepEqual(await one.rows(), before);
  assert.deepEqual(await one.events(), events);
});

test("what could not be read resolves nothing: not evaluated, targets without rights, more of them than are named", async () => {
  const one = await directory();
  await one.tell(100, { found: found("a", "b", "c"), results: [someResult(rule)] });
  const needs = { outcome: "not_evaluated" as const, reason: "Needs the right to read." };
  await one.tell(200, { results: [someResult(rule, needs)] });
  assert.deepEqual(await one.statuses(), { a: "open", b: "open", c: "open" });
  await one.tell(300, { results: [someResult(rule, { unread: 2, unreadTargets: ["a"] })] });
  assert.deepEqual(await one.statuses(), { a: "open", b: "open", c: "open" });
  await one.tell(350, { results: [someResult(rule, { unread: 2, unreadTargets: ["a", "a"] })] });
  assert.deepEqual(await one.statuses(), { a: "open", b: "open", c: "open" });
  await one.tell(400, { results: [someResult(rule, { unread: 1, unreadTargets: ["a"] })] });
  assert.deepEqual(await one.statuses(), { a: "open", b: "resolved", c: "resolved" });
});

test("a rule that there is nothing for any more resolves what it had found; one that is not asked does not", async () => {
  const one = await directory();
  const both = [...found("a"), { rule: other, weaknesses: [someWeakness("z")] }];
  await one.tell(100, { found: both, results: [someResult(rule), someResult(other)] });
  const because = "There is no certificate authority in this forest.";
  const nothing = { outcome: "not_applicable" as const, reason: because };
  await one.tell(200, { results: [someResult(rule, nothing)] });
  assert.deepEqual(await one.statuses(), { a: "resolved", z: "open" });
});

test("an assessment that is told of after a newer one is ignored, rule by rule", async () => {
  const one = await directory();
  await one.tell(200, { found: found("a"), results: [someResult(rule, { judged: 7 })] });
  const late = [...found("a", "b"), { rule: other, weaknesses: [someWeakness("z")] }];
  const results = [someResult(rule, { judged: 3 }), someResult(other)];
  assert.deepEqual(await one.tell(100, { found: late, results }), {
    made: 1,
    reopened: 0,
    resolved: 0,
  });
  assert.deepEqual(await one.statuses(), { a: "open", z: "open" });
  const rules = await listRuleResults({ database, tenantId }, one.directoryId);
  assert.deepEqual(
    rules.map(({ ruleId, judged, askedAt }) => [ruleId, judged, askedAt]),
    [
      [other.id, 10, 100],
      [rule.id, 7, 200],
    ],
  );
});

test("what comes behind the result of its own rule is too late: what that has resolved stays unseen", async () => {
  const one = await directory();
  await one.tell(100, { found: found("a"), results: [someResult(rule)] });
  await one.tell(200, { results: [someResult(rule)] });
  const late = await one.tell(200, { found: found("a") });
  assert.deepEqual(late, { made: 0, reopened: 0, resolved: 0 });
  const [row] = await one.rows();
  assert.deepEqual([row?.["status"], row?.["seen_at"]], ["resolved", null]);
});

test("what is said of a finding follows what was seen last, its rule's words and its site", async () => {
  const one = await directory();
  await one.tell(100, { found: found("a") });
  const weaknesses = [
    someWeakness("a", {
      name: "renamed",
      severity: "CRITICAL",
      evidence: ["Worse."],
      host: "PC1.Acme.test",
    }),
  ];
  const reworded = { ...rule, title: "Another title", category: "passwords" as const };
  await one.tell(200, { found: [{ rule: reworded, weaknesses }] });
  const [row] = await one.rows();
  const { target_name, target_host, severity, severity_rank, evidence, title, category } =
    row ?? {};
  assert.deepEqual(
    { target_name, target_host, severity, severity_rank, evidence, title, category },
    {
      target_name: "renamed",
      target_host: "pc1.acme.test",
      severity: "CRITICAL",
      severity_rank: 0,
      evidence: ["Worse."],
      title: "Another title",
      category: "passwords",
    },
  );
  assert.deepEqual([row?.["first_seen_at"], row?.["last_seen_at"]], [100, 200]);
  assert.deepEqual(await one.events(), ["a: seen by an assessment"]);
});

test("of one target that a message names twice the most severe is kept, in whatever order", async () => {
  for (const order of [
    ["LOW", "HIGH"],
    ["HIGH", "LOW"],
  ] as const) {
    const one = await directory();
    const weaknesses = order.map((severity) => someWeakness("a", { severity }));
    const change = await one.tell(100, { found: [{ rule, weaknesses }] });
    assert.deepEqual(change, { made: 1, reopened: 0, resolved: 0 });
    assert.equal((await one.rows())[0]?.["severity"], "HIGH");
  }
});

test("texts of strangers are kept as text: one line, no control characters, cut to length, and ids alike wherever they stand", async () => {
  const one = await directory();
  const hostile = "a\u0000b\u001b[31m\u202e<b>'; drop table identity_findings; --\ud800";
  const weaknesses = [
    {
      ...someWeakness("x", { name: hostile, evidence: [hostile, "y".repeat(4000)], host: hostile }),
      severity: "LOW" as const,
    },
    someWeakness(hostile, { name: "\u0000\u200b" }),
  ];
  const bad = someRule("hostile", {
    title: hostile,
    asks: hostile,
    remediation: `1\n2\r\n${hostile}`,
    references: [{ title: hostile, url: `https://x/${hostile}` }],
  });
  const most = Number.MAX_SAFE_INTEGER;
  const result = someResult(bad, {
    reason: hostile,
    judged: most,
    found: most,
    unread: 1,
    unreadTargets: [hostile],
  });
  await one.tell(100, { found: [{ rule: bad, weaknesses }], results: [result] });
  const rows = await one.rows();
  const [rules] = await listRuleResults({ database, tenantId }, one.directoryId);
  const clean = "a b [31m <b>'; drop table identity_findings; --\ufffd";
  assert.deepEqual(
    rows.map((row) => [row["target_id"], row["target_name"]]),
    [
      [clean, clean],
      ["x", clean],
    ],
    "what has no name is called by its id",
  );
  const evidence: unknown = rows[1]?.["evidence"];
  assert.ok(Array.isArray(evidence) && evidence[0] === clean && String(evidence[1]).length === 500);
  assert.equal(rules?.remediation, `1\n2\n${clean}`);
  assert.deepEqual([rules?.asks, rules?.reason, rules?.judged], [clean, clean, 2 ** 31 - 1]);
  await one.tell(200, { results: [{ ...result, reason: null }] });
  assert.deepEqual(await one.statuses(), { [clean]: "open", x: "resolved" });
});

test("a directory's posture counts what is open, what became of the rules, and what is accepted", async () => {
  const one = await directory();
  const ctx = { database, tenantId };
  assert.deepEqual(await readPosture(ctx, one.directoryId), {
    rules: { evaluated: 0, notEvaluated: 0, notApplicable: 0, failed: 0 },
    coverage: null,
    open: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 },
    excepted: 0,
    score: 100,
    factors: [],
  });
  const { target, ...said } = someWeakness("domain", { severity: "HIGH" });
  // That one of a rule's findings is about the whole counts, whatever the others are about.
  const whole = [
    { ...said, target: { ...target, type: "domain" } },
    someWeakness("c", { severity: "LOW" }),
  ];
  await one.tell(100, {
    found: [
      {
        rule,
        weaknesses: [
          someWeakness("a", { severity: "HIGH" }),
          someWeakness("b", { severity: "LOW" }),
        ],
      },
      { rule: other, weaknesses: whole },
    ],
    results: [
      someResult(rule, { found: 2 }),
      someResult(other, { outcome: "not_evaluated", reason: "Needs more." }),
      someResult(someRule("fine")),
      someResult(someRule("absent"), { outcome: "not_applicable", reason: "There is none." }),
    ],
  });
  const posture = await readPosture(ctx, one.directoryId);
  assert.deepEqual(posture.rules, { evaluated: 2, notEvaluated: 1, notApplicable: 1, failed: 1 });
  assert.equal(posture.coverage, 2 / 3);
  assert.deepEqual(posture.open, { CRITICAL: 0, HIGH: 2, MEDIUM: 0, LOW: 2, INFO: 0 });
  // 100 × (1 − 0.12 × (0.5 + 0.5 × log10 2)) × (1 − 0.12)
  assert.equal(posture.score, 81.1);
  assert.deepEqual(
    posture.factors.map(({ ruleId, severity, findings }) => [ruleId, severity, findings]),
    [
      [other.id, "HIGH", 2],
      [rule.id, "HIGH", 2],
    ],
  );
});

test("another tenant with the same targets has findings of its own, and a removed directory leaves no trace in the totals", async () => {
  const one = await directory();
  await one.tell(100, { found: found("a") });
  const theirs = await seedTenant(database);
  const at = await seedDirectoryRow(database, theirs.tenantId);
  const told = { ...one.assessed(100), directoryId: at };
  const change = await tell(database, theirs.tenantId, told, { found: found("a") });
  assert.deepEqual(change, { made: 1, reopened: 0, resolved: 0 });
  const wrong = tell(database, theirs.tenantId, one.assessed(200), { found: found("b") });
  await assert.rejects(wrong, "a directory of another tenant takes nothing in");
  await assert.rejects(
    listRuleResults({ database, tenantId: theirs.tenantId }, one.directoryId),
    /There is no directory with this id/,
  );
  await database.forTenant(tenantId).run(deleteDirectory, [tenantId, one.directoryId]);
  await withClient(db.admin, undefined, async (client) => {
    const { rows } = await client.query(
      "select directory_id, open from identity_totals where directory_id in ($1, $2)",
      [one.directoryId, at],
    );
    assert.deepEqual(rows, [{ directory_id: at, open: 1 }]);
  });
});
