import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { countRules } from "./progress-lines.ts";

async function counted(pieces: readonly string[]): Promise<number> {
  let rules = 0;
  const output = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  countRules(output, () => (rules += 1));
  await new Promise((resolve) => output.once("end", resolve));
  return rules;
}

test("rules are counted wherever the output is cut into pieces", async () => {
  const line = fc.constantFrom(
    "xccdf_a_rule_b:pass",
    "rule-é:notapplicable",
    "WARNING: a b",
    "",
    ":",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat({ max: 400 })), async (lines, places) => {
      const text = lines.map((one) => `${one}\n`).join("");
      const cuts = [0, ...places.toSorted((a, b) => a - b), text.length];
      const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
      const rules = lines.filter((one) => /^(xccdf|rule)/.test(one)).length;
      assert.equal(await counted(pieces), rules);
    }),
    { numRuns: 100 },
  );
});

test("output without lines is not kept, and is no rule", async () => {
  const flood = Array.from({ length: 2_000 }, () => "x".repeat(10_000));
  assert.equal(await counted([...flood, ":pass\n", "a_rule:fail\n"]), 1);
});
