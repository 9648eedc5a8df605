import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { severities } from "#lib/severity";
import { type OpenOfRule, scorePosture } from "./posture.ts";

const open = fc
  .uniqueArray(
    fc.record({
      ruleId: fc.integer({ min: 1, max: 70 }).map((n) => `ad.rule-${n}`),
      title: fc.constant("It is wrong"),
      severity: fc.constantFrom(...severities),
      findings: fc.integer({ min: 1, max: 100_000 }),
      isOfWhole: fc.boolean(),
    }),
    { selector: ({ ruleId }) => ruleId, maxLength: 62 },
  )
  .map((rules): OpenOfRule[] => rules);

test("a score is recomputed by hand from its factors", () => {
  const { score, factors } = scorePosture([
    { ruleId: "ad.c", title: "c", severity: "LOW", findings: 4000, isOfWhole: false },
    { ruleId: "ad.a", title: "a", severity: "CRITICAL", findings: 1, isOfWhole: true },
    { ruleId: "ad.b", title: "b", severity: "HIGH", findings: 5, isOfWhole: false },
    { ruleId: "ad.d", title: "d", severity: "INFO", findings: 9, isOfWhole: false },
  ]);
  assert.deepEqual(
    factors.map(({ ruleId, weight, extent }) => [ruleId, weight, Number(extent.toFixed(4))]),
    [
      ["ad.a", 0.35, 1],
      ["ad.b", 0.12, 0.8495],
      ["ad.c", 0.02, 1],
    ],
  );
  // 100 × 0.65 × (1 − 0.12 × 0.8495) × 0.98
  assert.equal(score, 57.2);
});

test("a directory without open findings has 100, and no number of findings makes it less than 0", () => {
  assert.deepEqual(scorePosture([]), { score: 100, factors: [] });
  fc.assert(
    fc.property(open, (rules) => {
      const { score, factors } = scorePosture(rules);
      assert.ok(score >= 0 && score <= 100);
      assert.equal(score, Math.round(score * 10) / 10);
      const product = factors.reduce((at, one) => at * (1 - one.weight * one.extent), 100);
      assert.ok(Math.abs(product - score) <= 0.0500001);
      for (const { extent } of factors) assert.ok(extent >= 0.5 && extent <= 1);
      for (const [i, one] of factors.entries())
        assert.ok(
          i === 0 || one.factor >= (factors[i - 1]?.factor ?? 0),
          "what costs most is first",
        );
    }),
  );
});

test("one finding less, or a milder one, never lowers it", () => {
  fc.assert(
    fc.property(open, fc.nat(), fc.boolean(), (rules, which, isMilder) => {
      const one = rules[which % rules.length];
      if (one === undefined) return;
      const milder = severities[severities.indexOf(one.severity) + 1] ?? "INFO";
      const better = isMilder
        ? { ...one, severity: milder }
        : { ...one, findings: one.findings - 1 };
      const rest = rules.filter((other) => other !== one);
      const after = scorePosture(better.findings === 0 ? rest : [...rest, better]).score;
      assert.ok(after >= scorePosture(rules).score);
      assert.ok(scorePosture(rest).score >= after, "to put the whole rule right is best");
      const whole = scorePosture([...rest, { ...one, isOfWhole: true }]).score;
      assert.ok(whole <= scorePosture(rules).score, "the whole weighs as much as any number");
    }),
  );
});
