import assert from "node:assert/strict";
import { test } from "node:test";
import { Compile } from "typebox/compile";
import { RuleText, usualThresholds } from "#engines/directory-types";
import { makeTenant, now, refused } from "../testing/make-tenant.ts";
import { entraRules } from "./index.ts";

test("every rule has words that fit, and an id of its own", () => {
  const text = Compile(RuleText);
  for (const { evaluate: _, ...words } of entraRules) {
    assert.ok(text.Check(words), `${words.id}: ${JSON.stringify([...text.Errors(words)])}`);
    assert.ok(words.references.length > 0, words.id);
    assert.match(words.id, /^entra\./);
  }
  assert.equal(new Set(entraRules.map(({ id }) => id)).size, entraRules.length);
});

test("no rule minds anything in a tenant that is in order, and each one was asked", () => {
  const tenant = makeTenant();
  for (const rule of entraRules) {
    const verdict = rule.evaluate(tenant, { now, thresholds: usualThresholds });
    assert.deepEqual(
      verdict.kind === "evaluated" ? [verdict.found, verdict.unread] : verdict,
      [[], []],
      rule.id,
    );
  }
});

test("no rule passes or fails a tenant of which nothing may be read", () => {
  const tenant = makeTenant();
  const parts = Object.entries(tenant).map(([name, value]) => [
    name,
    typeof value === "object" && "kind" in value ? refused(`Needs ${name}.`) : value,
  ]);
  const blind = makeTenant(Object.fromEntries(parts));
  for (const rule of entraRules) {
    const verdict = rule.evaluate(blind, { now, thresholds: usualThresholds });
    assert.equal(verdict.kind, "not_evaluated", rule.id);
  }
});
