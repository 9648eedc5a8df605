import assert from "node:assert/strict";
import { test } from "node:test";
import { Compile } from "typebox/compile";
import {
  type FoundWeakness,
  type Rule,
  RuleResult,
  type Verdict,
  Weakness,
  mostUnreadNamed,
  usualThresholds,
} from "#engines/directory-types";
import { judge } from "./judge.ts";

const ruleOf = (name: string, evaluate: () => Verdict): Rule<null> => ({
  id: `ad.${name}`,
  title: name,
  category: "accounts",
  severity: "HIGH",
  asks: "What?",
  remediation: "This.",
  references: [],
  evaluate,
});
const weakness = (id: string, evidence: string): FoundWeakness => ({
  target: { type: "user", id, name: id, path: null, host: null },
  evidence: [evidence],
});

async function told(rules: readonly Rule<null>[], signal = new AbortController().signal) {
  const results: { result: RuleResult; found: readonly Weakness[] }[] = [];
  const progress: string[] = [];
  await judge(
    { rules, directory: null, now: 1, thresholds: usualThresholds, objects: 7 },
    {
      signal,
      onProgress: ({ what, rulesDone, rulesTotal }) =>
        void progress.push(`${what} ${rulesDone}/${rulesTotal}`),
      onResult: async (result, found) => void results.push({ result, found }),
    },
  );
  for (const { result, found } of results) {
    assert.ok(Compile(RuleResult).Check(result));
    for (const one of found) assert.ok(Compile(Weakness).Check(one));
  }
  return { results, progress };
}

test("each rule is told with what it found: one finding for a target, with the rule's severity unless it has its own", async () => {
  const { results, progress } = await told([
    ruleOf("first", () => ({
      kind: "evaluated",
      judged: 5,
      found: [
        weakness("a", "one"),
        { ...weakness("b", "two"), severity: "LOW" },
        weakness("a", "again"),
      ],
      unread: ["c", "c"],
    })),
    ruleOf("second", () => ({ kind: "not_applicable", because: "There is none." })),
  ]);
  assert.deepEqual(progress, ["ad.first 0/2", "ad.second 1/2"]);
  const [first, second] = results;
  assert.partialDeepStrictEqual(first?.result, {
    outcome: "evaluated",
    reason: null,
    judged: 5,
    found: 2,
    unread: 1,
    unreadTargets: ["c"],
  });
  assert.deepEqual(
    first?.found.map(({ target, severity, evidence }) => [target.id, severity, evidence]),
    [
      ["a", "HIGH", ["one"]],
      ["b", "LOW", ["two"]],
    ],
  );
  assert.partialDeepStrictEqual(second?.result, {
    outcome: "not_applicable",
    reason: "There is none.",
    found: 0,
  });
});

test("a rule that fails is not evaluated and says so; the others are asked all the same", async () => {
  const { results } = await told([
    ruleOf("broken", () => {
      throw new Error("line one\nline two");
    }),
    ruleOf("sound", () => ({ kind: "evaluated", judged: 1, found: [], unread: [] })),
  ]);
  assert.deepEqual(
    results.map(({ result }) => result.outcome),
    ["not_evaluated", "evaluated"],
  );
  assert.match(results[0]?.result.reason ?? "", /please report it: line one line two$/);
});

test("more unread targets than can be named are counted", async () => {
  const unread = Array.from({ length: mostUnreadNamed + 1 }, (_, i) => `t${i}`);
  const { results } = await told([
    ruleOf("blind", () => ({ kind: "evaluated", judged: 0, found: [], unread })),
  ]);
  assert.equal(results[0]?.result.unread, mostUnreadNamed + 1);
  assert.equal(results[0]?.result.unreadTargets.length, mostUnreadNamed);
});

test("where there may be more than can be named, nothing can be resolved", async () => {
  const verdict = {
    kind: "evaluated",
    judged: 1,
    found: [],
    unread: ["a"],
    mayBeMore: true,
  } as const;
  const { results } = await told([ruleOf("hidden", () => verdict)]);
  assert.partialDeepStrictEqual(results[0]?.result, { unread: 2, unreadTargets: ["a"] });
});

test("it ends at once when it is stopped", async () => {
  const stopped = new AbortController();
  const asked: string[] = [];
  const rule = (name: string) =>
    ruleOf(name, () => {
      asked.push(name);
      stopped.abort();
      return { kind: "evaluated", judged: 0, found: [], unread: [] };
    });
  await assert.rejects(told([rule("one"), rule("two")], stopped.signal), /abort/i);
  assert.deepEqual(asked, ["one"]);
});
