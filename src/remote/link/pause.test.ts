import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextPauseMs } from "./pause.ts";

test("pauses grow to 10 s, stay finite whatever the failures, and never fall below half", () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((failures) => nextPauseMs(failures, 0)),
    [1000, 2000, 4000, 8000, 10_000, 10_000],
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, random) => {
        const pauseMs = nextPauseMs(failures, random);
        assert.ok(pauseMs >= 500 && pauseMs <= 10_000);
      },
    ),
  );
});
