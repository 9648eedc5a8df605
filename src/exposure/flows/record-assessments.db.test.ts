import assert from "node:assert/strict";
import { test } from "node:test";
import type { RuleResult, RuleText, Weakness } from "#engines/directory-types";
import { offerAssessments, readAssessment, requestAssessment } from "#exposure/directories";
import { decideIdentityFinding } from "#exposure/identity";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testBox, testFacts } from "#test/directory-fixture";
import { type ScanPlace, operatorOf, seedScanPlace } from "#test/scan-fixture";
import type { AssessmentMessage } from "#wire/probe.v1";
import { recordAssessments } from "./record-assessments.ts";

const { database, admin } = await createTestDatabase();
let now = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;

const ruleOf = (id: string): RuleText => ({
  id,
  title: `Title of ${id}`,
  category: "accounts",
  severity: "HIGH",
  asks: "What?",
  remediation: "This.",
  references: [],
});
const weaknessOf = (id: string): Weakness => ({
  target: { type: "user", id, name: `name of ${id}`, path: null, host: null },
  severity: "HIGH",
  evidence: ["It is so."],
});
const resultOf = (rule: RuleText, result: Partial<RuleResult> = {}): RuleResult => ({
  rule,
  outcome: "evaluated",
  reason: null,
  judged: 10,
  found: 0,
  unread: 0,
  unreadTargets: [],
  ...result,
});

const rule = ruleOf("ad.test-rule");

async function world() {
  const place = await seedScanPlace(database);
  const directory = await seedDirectory(database, place, { now: () => now });
  return { place, directory, ...steps(place, directory.name) };
}

function steps(place: ScanPlace, name: string) {
  const { tenantId, probeId } = place;
  const context = operatorOf(database, tenantId, () => now);
  const tell = (messages: readonly AssessmentMessage[], from = probeId) =>
    recordAssessments({ database, now: () => now }, { tenantId, probeId: from }, messages);

  return {
    tell,
    /** Hands an assessment to the probe, an hour after what was before. */
    async begin(): Promise<string> {
      now += hour;
      const { assessmentId } = await requestAssessment(context, { name });
      await offerAssessments(database, testBox, {
        tenantId,
        probeId,
        holding: [],
        progress: [],
        now,
      });
      now += 60_000;
      return assessmentId;
    },
    read: (id: string) => readAssessment(context, id),
    /** Status and target of all findings, by target. */
    async findings(): Promise<string[]> {
      const found = await withClient(admin, undefined, (client) =>
        client.query<{ line: string }>(
          `select target_id || ' ' || status as line from identity_findings where tenant_id = $1 order by target_id`,
          [tenantId],
        ),
      );
      return found.rows.map(({ line }) => line);
    },
    async history(target: string): Promise<string[]> {
      const found = await withClient(admin, undefined, (client) =>
        client.query<{ to_status: string }>(
          `select to_status from finding_events where tenant_id = $1 and finding_id =
             (select id from identity_findings where tenant_id = $1 and target_id = $2) order by at, id`,
          [tenantId, target],
        ),
      );
      return found.rows.map(({ to_status: to }) => to);
    },
  };
}

const end = (
  assessmentId: string,
  outcome: "completed" | "failed" = "completed",
  rules?: number,
) => ({
  assessmentId,
  end: {
    outcome,
    at: now,
    error: outcome === "failed" ? "The server went away." : null,
    facts: outcome === "completed" ? testFacts : null,
    ...(rules === undefined ? {} : { rules }),
  },
});

test("what a rule found is opened, what it no longer sees is resolved, and what comes back is the same finding", async () => {
  const { begin, tell, findings, history, read } = await world();
  const first = await begin();
  await tell([
    { assessmentId: first, rule, found: [weaknessOf("a"), weaknessOf("b")] },
    { assessmentId: first, result: resultOf(rule, { found: 2 }) },
    end(first),
  ]);
  assert.deepEqual(await findings(), ["a open", "b open"]);
  const done = await read(first);
  assert.equal(done.state, "completed");
  assert.partialDeepStrictEqual(done.summary, { rules: { evaluated: 1, failed: 1 } });
  const second = await begin();
  await tell([
    { assessmentId: second, rule, found: [weaknessOf("b")] },
    { assessmentId: second, result: resultOf(rule, { found: 1 }) },
    end(second),
  ]);
  assert.deepEqual(await findings(), ["a resolved", "b open"]);
  const third = await begin();
  await tell([
    { assessmentId: third, rule, found: [weaknessOf("a")] },
    { assessmentId: third, result: resultOf(rule, { found: 1 }) },
    end(third),
  ]);
  assert.deepEqual(await findings(), ["a open", "b resolved"]);
  assert.deepEqual(await history("a"), ["open", "resolved", "open"]);
});

test("what could not be read resolves nothing: rules not evaluated, hidden targets, an assessment that broke off", async () => {
  const { begin, tell, findings } = await world();
  const first = await begin();
  await tell([
    { assessmentId: first, rule, found: [weaknessOf("a"), weaknessOf("b")] },
    { assessmentId: first, result: resultOf(rule, { found: 2 }) },
    end(first),
  ]);
  const refused = await begin();
  const needs = { outcome: "not_evaluated", reason: "Needs the permission X." } as const;
  await tell([{ assessmentId: refused, result: resultOf(rule, needs) }, end(refused)]);
  assert.deepEqual(await findings(), ["a open", "b open"]);
  const hidden = await begin();
  const unread = { unread: 1, unreadTargets: ["a"] };
  await tell([{ assessmentId: hidden, result: resultOf(rule, unread) }, end(hidden)]);
  assert.deepEqual(await findings(), ["a open", "b resolved"]);
  const tooMany = await begin();
  await tell([
    { assessmentId: tooMany, result: resultOf(rule, { unread: 2, unreadTargets: [] }) },
    end(tooMany),
  ]);
  assert.deepEqual(await findings(), ["a open", "b resolved"]);
  const broken = await begin();
  await tell([end(broken, "failed")]);
  assert.deepEqual(await findings(), ["a open", "b resolved"]);
});

test("a batch that comes twice, or another probe's, changes nothing", async () => {
  const { begin, tell, findings, history } = await world();
  const { place: other } = await world();
  const first = await begin();
  const messages: AssessmentMessage[] = [
    { assessmentId: first, rule, found: [weaknessOf("a")] },
    { assessmentId: first, result: resultOf(rule, { found: 1 }) },
  ];
  assert.deepEqual(await tell(messages, other.probeId), { recorded: 0 });
  assert.deepEqual(await findings(), []);
  await tell(messages);
  await tell(messages);
  await tell([...messages, end(first)]);
  await tell([...messages, end(first)]);
  assert.deepEqual(await findings(), ["a open"]);
  assert.deepEqual(await history("a"), ["open"]);
});

test("an older assessment that is told late neither opens again nor resolves what a newer one settled", async () => {
  const { begin, tell, findings } = await world();
  const first = await begin();
  await tell([
    { assessmentId: first, rule, found: [weaknessOf("a"), weaknessOf("c")] },
    { assessmentId: first, result: resultOf(rule, { found: 2 }) },
    end(first, "failed"),
  ]);
  const second = await begin();
  await tell([
    { assessmentId: second, rule, found: [weaknessOf("c")] },
    { assessmentId: second, result: resultOf(rule, { found: 1 }) },
    end(second),
  ]);
  await tell([
    { assessmentId: first, rule, found: [weaknessOf("a")] },
    { assessmentId: first, result: resultOf(rule, { found: 1 }) },
  ]);
  assert.deepEqual(await findings(), ["a resolved", "c open"]);
});

test("a rule that the probe asks no more leaves nothing open; one whose result did not come does", async () => {
  const { begin, tell, findings } = await world();
  const other = ruleOf("ad.other-rule");
  const first = await begin();
  await tell([
    { assessmentId: first, rule, found: [weaknessOf("a")] },
    { assessmentId: first, result: resultOf(rule, { found: 1 }) },
    { assessmentId: first, rule: other, found: [weaknessOf("b")] },
    { assessmentId: first, result: resultOf(other, { found: 1 }) },
    end(first),
  ]);
  const broken = await begin();
  const seen = (assessmentId: string): AssessmentMessage[] => [
    { assessmentId, rule: other, found: [weaknessOf("b")] },
    { assessmentId, result: resultOf(other, { found: 1 }) },
  ];
  await tell([...seen(broken), end(broken, "failed")]);
  assert.deepEqual(await findings(), ["a open", "b open"]);
  const refused = await begin();
  await tell([...seen(refused), end(refused, "completed", 2)]);
  assert.deepEqual(await findings(), ["a open", "b open"]);
  const newer = await begin();
  await tell([...seen(newer), end(newer, "completed", 1)]);
  assert.deepEqual(await findings(), ["a resolved", "b open"]);
  const older = await begin();
  await tell([
    { assessmentId: older, rule, found: [weaknessOf("a")] },
    { assessmentId: older, result: resultOf(rule, { found: 1 }) },
    ...seen(older),
    end(older),
  ]);
  assert.deepEqual(await findings(), ["a open", "b open"]);
});

test("a batch of more findings than are recorded at once is taken in to its last", async () => {
  const { begin, tell, findings } = await world();
  const first = await begin();
  const some = (from: number) =>
    Array.from({ length: 200 }, (_, n) => weaknessOf(String(from + n).padStart(5, "0")));
  const messages = Array.from({ length: 20 }, (_, n): AssessmentMessage => {
    return { assessmentId: first, rule, found: some(n * 200) };
  });
  const told = [
    ...messages,
    { assessmentId: first, result: resultOf(rule, { found: 4000 }) },
    end(first),
  ];
  assert.deepEqual(await tell(told), { recorded: 22 });
  const all = await findings();
  assert.deepEqual([all.length, all.every((line) => line.endsWith(" open"))], [4000, true]);
  const second = await begin();
  await tell([
    ...messages.slice(1).map((message) => ({ ...message, assessmentId: second })),
    { assessmentId: second, result: resultOf(rule, { found: 3800 }) },
    end(second),
  ]);
  const resolved = (await findings()).filter((line) => line.endsWith(" resolved"));
  assert.deepEqual(
    [resolved.length, resolved[0], resolved.at(-1)],
    [200, "00000 resolved", "00199 resolved"],
  );
});

test("decisions of people stand while it is seen, and end when it is gone", async () => {
  const { place, begin, tell, findings } = await world();
  const first = await begin();
  await tell([
    { assessmentId: first, rule, found: [weaknessOf("a")] },
    { assessmentId: first, result: resultOf(rule, { found: 1 }) },
    end(first),
  ]);
  const { tenantId } = place;
  const [row] = (
    await withClient(admin, undefined, (client) =>
      client.query<{ id: string }>("select id from identity_findings where tenant_id = $1", [
        tenantId,
      ]),
    )
  ).rows;
  await database.transaction(tenantId, (tx) =>
    decideIdentityFinding(
      tx,
      tenantId,
      row?.id ?? "",
      { status: "accepted", notes: null, acceptedUntil: null },
      now,
    ),
  );
  const second = await begin();
  await tell([
    { assessmentId: second, rule, found: [weaknessOf("a")] },
    { assessmentId: second, result: resultOf(rule, { found: 1 }) },
    end(second),
  ]);
  assert.deepEqual(await findings(), ["a accepted"]);
  const third = await begin();
  await tell([{ assessmentId: third, result: resultOf(rule) }, end(third)]);
  assert.deepEqual(await findings(), ["a resolved"]);
});
