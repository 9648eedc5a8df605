import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TokenBucket } from "./token-bucket.ts";

/** Times at which somebody comes, and how many probes they want. */
const visits = fc.array(
  fc.record({
    afterMs: fc.double({ min: 0, max: 400, noNaN: true }),
    wanted: fc.integer({ min: 1, max: 80 }),
  }),
  { minLength: 1, maxLength: 120 },
);

test("in any window of one second never more than the budget, however they come", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 300, noNaN: true }), visits, (perSec, list) => {
      const bucket = new TokenBucket(perSec);
      const sent: number[] = [];
      let now = 1000;
      for (const { afterMs, wanted } of list) {
        now += afterMs;
        const granted = Math.min(wanted, bucket.available(now));
        bucket.take(now, granted);
        for (let each = 0; each < granted; each++) sent.push(now);
      }
      sent.forEach((from, index) => {
        const within = sent.slice(index).filter((at) => at < from + 1000 - 1e-6).length;
        assert.ok(within <= Math.ceil(perSec), `${within} of ${perSec} a second`);
      });
    }),
  );
});

test("who always has something to send gets the whole budget but a tenth", () => {
  for (const perSec of [1, 5, 50, 333, 5000]) {
    const bucket = new TokenBucket(perSec);
    let sent = 0;
    for (let now = 0; now <= 10_000; now = Math.max(now + 0.001, bucket.nextAt(now))) {
      const granted = bucket.available(now);
      bucket.take(now, granted);
      sent += granted;
    }
    assert.ok(sent >= perSec * 9, `${sent} in 10 s at ${perSec} a second`);
  }
});

test("when the next one may go is told, and then it may", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 300, noNaN: true }), visits, (perSec, list) => {
      const bucket = new TokenBucket(perSec);
      let now = 0;
      for (const { afterMs, wanted } of list) {
        now += afterMs;
        bucket.take(now, Math.min(wanted, bucket.available(now)));
        const nextAt = bucket.nextAt(now);
        assert.ok(bucket.available(nextAt) >= 1);
        if (nextAt > now + 0.01) assert.equal(bucket.available(now), 0);
      }
    }),
  );
});
