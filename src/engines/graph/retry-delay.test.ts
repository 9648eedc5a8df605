import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextDelayMs, retryAfterMs } from "./retry-delay.ts";

const sentAt = Date.UTC(2026, 10, 21, 10);

test("Retry-After is seconds, fractions of them, or a date of the server's clock", () => {
  assert.equal(retryAfterMs("10", sentAt), 10_000);
  assert.equal(retryAfterMs(" 0.5 ", sentAt), 500);
  assert.equal(retryAfterMs("Sat, 21 Nov 2026 10:02:00 GMT", sentAt), 120_000);
  assert.equal(retryAfterMs("Sat, 21 Nov 2026 09:00:00 GMT", sentAt), 0);
  for (const odd of [undefined, "", "soon", "-5", "1e9", "0x10", "Sat, never"]) {
    assert.equal(retryAfterMs(odd, sentAt), null);
  }
});

test("a wait is as long as asked, else between a half and the whole of a growing time, and never nothing", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, askedMs, random) => {
        const waitMs = nextDelayMs(failures, askedMs, random);
        if (askedMs !== null && askedMs > 0) assert.equal(waitMs, askedMs);
        else assert.ok(waitMs >= 500 && waitMs <= 60_000);
      },
    ),
  );
});
