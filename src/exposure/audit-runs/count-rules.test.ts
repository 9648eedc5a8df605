import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ruleResults, ruleSeverities } from "#engines/scap-types";
import { bucketOf, catOf, countRules, scorePctOf } from "./count-rules.ts";

const rule = fc.record({
  result: fc.constantFrom(...ruleResults),
  unscored: fc.constantFrom(undefined, true as const),
});

test("each result means what the scorer of OpenSCAP takes it for", () => {
  assert.deepEqual(
    ruleResults.map((result) => [
      result,
      bucketOf({ result }),
      bucketOf({ result, unscored: true }),
    ]),
    [
      ["pass", "satisfied", "notCheckable"],
      ["fixed", "satisfied", "notCheckable"],
      ["fail", "failed", "notCheckable"],
      ["error", "unknown", "notCheckable"],
      ["unknown", "unknown", "notCheckable"],
      ["notapplicable", "notApplicable", "notApplicable"],
      ["notchecked", "notCheckable", "notCheckable"],
      ["informational", "notCheckable", "notCheckable"],
    ],
  );
});

test("every rule is counted once", () => {
  fc.assert(
    fc.property(fc.array(rule), (rules) => {
      const counts = Object.values(countRules(rules));
      assert.equal(
        counts.reduce((sum, one) => sum + one, 0),
        rules.length,
      );
    }),
  );
});

test("a score is known only where something could be judged, and is 100 and 0 only without a fault and without a success", () => {
  assert.equal(scorePctOf({ satisfied: 0, failed: 0, unknown: 0 }), null);
  // CIS level 1 of Ubuntu 22.04 as oscap judges it on a fresh host.
  assert.equal(scorePctOf({ satisfied: 84, failed: 103, unknown: 0 }), 44.9);
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), fc.nat(400), (satisfied, failed, unknown) => {
      const score = scorePctOf({ satisfied, failed, unknown });
      if (satisfied + failed + unknown === 0) return assert.equal(score, null);
      assert.ok(score !== null && score >= 0 && score <= 100);
      assert.equal(score === 100, failed + unknown === 0);
      assert.equal(score === 0, satisfied === 0);
      return assert.equal(Number(score.toFixed(1)), score);
    }),
  );
});

test("high, medium and low are the categories of a STIG", () => {
  assert.deepEqual(ruleSeverities.map(catOf), ["CAT I", "CAT II", "CAT III", null, null]);
});
