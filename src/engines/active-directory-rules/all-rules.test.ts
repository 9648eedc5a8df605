import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import Compile from "typebox/compile";
import { makeDomain, readAt } from "#engines/active-directory/testing";
import { RuleText, Weakness, usualThresholds } from "#engines/directory-types";
import { activeDirectoryRules } from "./index.ts";
import { anyDomain } from "./testing/any-domain.ts";

const text = Compile(RuleText);
const weakness = Compile(Weakness);
const usual = { now: readAt, thresholds: usualThresholds };

test("every rule has its own id and a text that travels", () => {
  const ids = activeDirectoryRules.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { evaluate: _, ...rule } of activeDirectoryRules) {
    assert.deepEqual([...text.Errors(rule)], [], rule.id);
    assert.ok(
      rule.references.some(({ url }) => url.includes("attack.mitre.org")),
      rule.id,
    );
    assert.ok(rule.remediation.length > 0 && rule.asks.length > 0, rule.id);
  }
});

test("no rule minds anything of a sound domain", () => {
  for (const rule of activeDirectoryRules) {
    const verdict = rule.evaluate(makeDomain(), usual);
    assert.notEqual(verdict.kind, "not_evaluated", rule.id);
    if (verdict.kind !== "evaluated") continue;
    assert.deepEqual([verdict.found, verdict.unread], [[], []], rule.id);
  }
});

test("whatever stands in a directory, a rule says something that can be kept", () => {
  fc.assert(
    fc.property(anyDomain, (domain) => {
      for (const rule of activeDirectoryRules) {
        const verdict = rule.evaluate(domain, usual);
        if (verdict.kind !== "evaluated") {
          const why = verdict.kind === "not_evaluated" ? verdict.needs : verdict.because;
          assert.ok(why.length <= 500 && why.endsWith("."), `${rule.id}: ${why}`);
          continue;
        }
        const targets = new Set(verdict.found.map(({ target }) => target.id));
        assert.equal(targets.size, verdict.found.length, `${rule.id}: one finding for each target`);
        assert.ok(
          verdict.judged >= verdict.found.length,
          `${rule.id}: it was asked of what it minds`,
        );
        for (const found of verdict.found) {
          const whole = { severity: rule.severity, ...found };
          assert.deepEqual([...weakness.Errors(whole)], [], `${rule.id}: ${JSON.stringify(whole)}`);
          const sentences = found.evidence.join("");
          assert.doesNotMatch(sentences, /[\p{Cc}\u2028\u2029]/u, rule.id);
          assert.ok(sentences.isWellFormed(), rule.id);
        }
        const unread = new Set(verdict.unread);
        assert.equal(unread.size, verdict.unread.length, `${rule.id}: unread once`);
        for (const id of unread) assert.ok(!targets.has(id), `${rule.id}: found or unread`);
      }
    }),
    { numRuns: 300 },
  );
});
