import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRollingPercentile } from "./rolling-percentile.ts";

test("a percentile is at most 10 % above the value that it stands for", () => {
  const values = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (durations, share) => {
      const rolling = createRollingPercentile(60_000);
      for (const duration of durations) rolling.add(duration, 1000);
      const sorted = durations.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
      const told = rolling.percentile(share, 1000);
      assert.ok(told >= exact * 0.999_999 && told <= exact * 1.100_001, `${told} for ${exact}`);
    }),
  );
});

test("values older than the window no longer count", () => {
  const rolling = createRollingPercentile(60_000, 12);
  rolling.add(5000, 0);
  rolling.add(1, 30_000);
  assert.equal(rolling.count(59_999), 2);
  assert.equal(rolling.count(60_000), 1);
  assert.ok(rolling.percentile(0.99, 60_000) <= 1.1);
  assert.equal(rolling.count(200_000), 0);
  assert.equal(rolling.percentile(0.99, 200_000), 0);
});

test("a clock that is set back does not keep old values for ever", () => {
  const rolling = createRollingPercentile(60_000, 12);
  rolling.add(5000, 10_000_000);
  rolling.add(1, 0);
  assert.equal(rolling.count(0), 1);
});
