import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type RuleResult, ruleResults } from "#engines/scap-types";
import { type ComparedRule, type RunComparison, compareRuns } from "./compare-runs.ts";

const prefix = "xccdf_mil.disa.stig_rule_";
const rules = fc.array(
  fc.record({
    id: fc
      .tuple(fc.constantFrom("", prefix), fc.integer({ min: 1, max: 8 }))
      .map(([before, number]) => `${before}SV-${number}`),
    result: fc.constantFrom(...ruleResults),
    unscored: fc.constantFrom(undefined, true as const),
  }),
  { maxLength: 12 },
);
const kinds = ["worse", "better", "otherwise", "added", "gone"] as const;
const idsIn = (comparison: RunComparison<ComparedRule>, kind: (typeof kinds)[number]) =>
  comparison[kind].map(({ shortId }) => shortId);

test("what is worse one way round is better the other, what is new is gone, and the rest stays the same", () => {
  fc.assert(
    fc.property(rules, rules, (a, b) => {
      const [there, back] = [compareRuns(a, b), compareRuns(b, a)];
      for (const [one, other] of [
        ["worse", "better"],
        ["added", "gone"],
        ["otherwise", "otherwise"],
      ] as const) {
        assert.deepEqual(idsIn(there, one), idsIn(back, other));
        assert.deepEqual(idsIn(there, other), idsIn(back, one));
      }
      assert.equal(there.unchanged, back.unchanged);
    }),
  );
});

test("every rule of either run is told of once", () => {
  fc.assert(
    fc.property(rules, rules, (a, b) => {
      const comparison = compareRuns(a, b);
      const told = kinds.flatMap((kind) => idsIn(comparison, kind));
      assert.equal(new Set(told).size, told.length);
      const all = new Set([...a, ...b].map(({ id }) => id.replace(prefix, "")));
      assert.equal(told.length + comparison.unchanged, all.size);
    }),
  );
});

test("a run is the same as itself, in whatever order its rules stand", () => {
  fc.assert(
    fc.property(rules, (a) => {
      const unique = a.filter((rule, i) => a.findIndex(({ id }) => id === rule.id) === i);
      const comparison = compareRuns(unique, unique.toReversed());
      const twins = unique.filter(({ id }) => unique.some((other) => other.id === prefix + id));
      if (twins.length > 0) return;
      assert.deepEqual(
        kinds.flatMap((kind) => idsIn(comparison, kind)),
        [],
      );
    }),
  );
});

test("failed is worse than no answer, and that worse than satisfied; what does not apply is neither", () => {
  const kindOf = (before: RuleResult, after: RuleResult) => {
    const comparison = compareRuns([{ id: "r", result: before }], [{ id: "r", result: after }]);
    return kinds.find((kind) => comparison[kind].length > 0) ?? "unchanged";
  };
  assert.deepEqual(
    [
      kindOf("pass", "fail"),
      kindOf("pass", "error"),
      kindOf("unknown", "fail"),
      kindOf("fail", "fixed"),
      kindOf("error", "pass"),
      kindOf("fail", "notapplicable"),
      kindOf("notchecked", "fail"),
      kindOf("pass", "fixed"),
      kindOf("fail", "fail"),
    ],
    [
      "worse",
      "worse",
      "worse",
      "better",
      "better",
      "otherwise",
      "otherwise",
      "otherwise",
      "unchanged",
    ],
  );
});

test("a rule that looked at several things is as bad as the worst of them", () => {
  const several = [
    { id: "r", result: "pass" },
    { id: "r", result: "fail" },
    { id: "r", result: "notapplicable" },
  ] as const;
  assert.deepEqual(idsIn(compareRuns([{ id: "r", result: "pass" }], several), "worse"), ["r"]);
});
