import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { severities } from "#lib/severity";
import { criticalityOf, scoreAsset } from "./asset-risk.ts";
import { type FindingRiskInput, scoreFinding } from "./finding-risk.ts";

const cve: FindingRiskInput = {
  severity: "CRITICAL",
  cvssScore: 9.8,
  kev: false,
  ransomware: false,
  ssvc: null,
  epssScore: null,
  weaknessClass: null,
  confidence: 100,
  localOnly: false,
  internetFacing: false,
};
const score = (change: Partial<FindingRiskInput>) => scoreFinding({ ...cve, ...change }).score;

test("findings score as the published examples do", () => {
  assert.equal(score({ kev: true, internetFacing: true }), 98);
  assert.equal(score({ kev: true, ransomware: true, cvssScore: 7.8 }), 74.3);
  assert.equal(score({ epssScore: 0.9 }), 79.7);
  assert.equal(score({ epssScore: 0.02 }), 22.5);
  assert.equal(score({ epssScore: 0.02, confidence: 50 }), 11.3);
  assert.equal(score({ epssScore: 0.003, cvssScore: 5.3 }), 8.9);
});

test("assets score as the published examples do", () => {
  const many = (count: number, each: number, from = 0) =>
    Array.from({ length: count }, (_, i) => ({ id: `${from + i}`, weakness: "w", score: each }));
  assert.equal(scoreAsset(many(1, 98), 1).score, 98);
  assert.equal(scoreAsset([...many(1, 98), ...many(200, 8.9, 1)], 1).score, 98.1);
  assert.equal(scoreAsset(many(200, 8.9), 1).score, 14.2);
  assert.equal(scoreAsset(many(10, 22.5), 1).score, 32.6);
  assert.equal(scoreAsset(many(10, 22.5), 1.5).score, 44.7);
  assert.equal(scoreAsset([], 2).score, 0);
});

const anyFinding = fc.record({
  severity: fc.constantFrom(...severities),
  cvssScore: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 10)),
  kev: fc.boolean(),
  ransomware: fc.boolean(),
  ssvc: fc.constantFrom("none", "poc", "active", null),
  epssScore: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  weaknessClass: fc.constantFrom("credential", "exposed_service", "weak_crypto", null),
  confidence: fc.integer({ min: 0, max: 100 }),
  localOnly: fc.boolean(),
  internetFacing: fc.boolean(),
} as const);

test("a finding's score is bounded, and worse facts never lower it", () => {
  fc.assert(
    fc.property(anyFinding, (finding) => {
      const before = scoreFinding(finding).score;
      assert.ok(before >= 0 && before <= 99);
      const worse: Partial<FindingRiskInput>[] = [
        { kev: true },
        { confidence: Math.min(100, finding.confidence + 10) },
        { internetFacing: true },
        { localOnly: false },
        ...(finding.cvssScore === null ? [] : [{ cvssScore: Math.min(10, finding.cvssScore + 1) }]),
        ...(finding.epssScore === null
          ? []
          : [{ epssScore: Math.min(1, finding.epssScore + 0.1) }]),
      ];
      for (const change of worse) {
        assert.ok(scoreFinding({ ...finding, ...change }).score >= before, JSON.stringify(change));
      }
    }),
  );
});

test("a finding's score can be recomputed by hand from its factors", () => {
  fc.assert(
    fc.property(anyFinding, (finding) => {
      const { severity, threat, certainty, exposure, ...risk } = scoreFinding(finding);
      const f = severity.value * threat.value * certainty.value * exposure.value;
      const byHand = Math.min(99, 100 * (1 - (1 - f) ** risk.ransomwareExponent));
      assert.ok(Math.abs(byHand - risk.score) <= 0.051);
    }),
  );
});

const scores = fc.array(
  fc.integer({ min: 0, max: 990 }).map((n) => n / 10),
  { maxLength: 60 },
);

test("one more finding never lowers an asset's score, and no number of low ones outranks one that is exploited", () => {
  const listed = (all: number[]) =>
    all.map((each, i) => ({ id: `${i}`, weakness: "w", score: each }));
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 990 }), (all, more) => {
      const before = scoreAsset(listed(all), 1).score;
      const after = scoreAsset(listed([...all, more / 10]), 1).score;
      assert.ok(after >= before - 0.1 && after <= 100);
    }),
  );
  const low = score({ severity: "LOW", cvssScore: 3, epssScore: 0.003 });
  const lows = listed(Array.from({ length: 1000 }, () => low));
  assert.ok(scoreAsset(lows, 1).score < score({ kev: true, cvssScore: 5 }));
});

test("the most critical tag counts", () => {
  assert.equal(criticalityOf(["web", "criticality:low", "Criticality:High"]), 1.5);
  assert.equal(criticalityOf(["web"]), 1);
});
