import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type TimeSpan, lengthOf, unionOf, within, without } from "./time-spans.ts";

const anySpans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -3, max: 20 }))
    .map(([fromAt, length]): TimeSpan => ({ fromAt, toAt: fromAt + length })),
  { maxLength: 6 },
);

const moments = Array.from({ length: 70 }, (_, at) => at);
const covers = (spans: readonly TimeSpan[], at: number) =>
  spans.some(({ fromAt, toAt }) => fromAt <= at && at < toAt);

test("each moment is in the union, the rest and the overlap exactly when it is in the spans and not, or also, in the others", () => {
  fc.assert(
    fc.property(anySpans, anySpans, (spans, others) => {
      for (const at of moments) {
        assert.equal(covers(unionOf(spans), at), covers(spans, at));
        assert.equal(covers(without(spans, others), at), covers(spans, at) && !covers(others, at));
        assert.equal(covers(within(spans, others), at), covers(spans, at) && covers(others, at));
      }
      assert.equal(lengthOf(spans), moments.filter((at) => covers(spans, at)).length);
    }),
  );
});

test("a union is in order and its spans do not touch", () => {
  fc.assert(
    fc.property(anySpans, (spans) => {
      const union = unionOf(spans);
      assert.ok(union.every(({ fromAt }, i) => i === 0 || fromAt > (union[i - 1]?.toAt ?? 0)));
    }),
  );
});
