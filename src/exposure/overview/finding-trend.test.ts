import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FindingSpans } from "#exposure/findings";
import { severities } from "#lib/severity";
import { openBySpan, openNow } from "./finding-trend.ts";

const count = 7;

test("a finding is open from the span in which it appeared to the one before it went away", () => {
  const one = { rank: 0, findings: 2, kev: 1 };
  const spans: FindingSpans[] = [
    { ...one, appeared: 2, gone: 5 },
    { ...one, appeared: -1, gone: null },
  ];
  assert.deepEqual(
    openBySpan(spans, count).map(({ CRITICAL }) => CRITICAL),
    [2, 2, 4, 4, 4, 2, 2],
  );
  assert.deepEqual(openNow(spans), {
    open: { CRITICAL: 2, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 },
    kev: 1,
  });
});

test("whatever came and went: never negative, and the last span ends with what is open now", () => {
  const span = fc.integer({ min: -1, max: count - 1 });
  const spans = fc.record({
    rank: fc.integer({ min: 0, max: severities.length - 1 }),
    appeared: span,
    gone: fc.option(fc.integer({ min: 0, max: count - 1 })),
    findings: fc.integer({ min: 1, max: 1_000_000 }),
    kev: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.array(spans), (all) => {
      const days = openBySpan(all, count);
      assert.equal(days.length, count);
      for (const day of days) assert.ok(Object.values(day).every((open) => open >= 0));
      assert.deepEqual(days.at(-1), openNow(all).open);
    }),
  );
});
