import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  alreadyPolled,
  isUnconfirmed,
  newlyAssigned,
  nextConfirmation,
  recheckAfterMs,
} from "./confirmation.ts";

const policy = fc.record({
  failuresBeforeDown: fc.integer({ min: 1, max: 10 }),
  successesBeforeUp: fc.integer({ min: 1, max: 10 }),
});

test("a change is looked at again soon until it is certain, and never longer than that takes", () => {
  fc.assert(
    fc.property(policy, fc.array(fc.boolean()), fc.boolean(), (rule, outcomes, restarted) => {
      let now = restarted ? alreadyPolled : newlyAssigned;
      let run = 0;
      let last: boolean | null = null;
      for (const ok of outcomes) {
        run = ok === last ? run + 1 : 1;
        last = ok;
        now = nextConfirmation(now, ok, rule);
        const certain = run >= (ok ? rule.successesBeforeUp : rule.failuresBeforeDown);
        if (certain) assert.equal(now.believed, ok ? "up" : "down");
        if (certain) assert.equal(isUnconfirmed(now), false);
        else assert.equal(isUnconfirmed(now), now.believed !== (ok ? "up" : "down"));
      }
    }),
  );
});

test("after a restart a success is no news, and a failure is", () => {
  const rule = { failuresBeforeDown: 3, successesBeforeUp: 2 };
  assert.equal(isUnconfirmed(nextConfirmation(alreadyPolled, true, rule)), false);
  assert.equal(isUnconfirmed(nextConfirmation(alreadyPolled, false, rule)), true);
  assert.equal(isUnconfirmed(nextConfirmation(newlyAssigned, true, rule)), true);
});

test("looking again takes a quarter of the interval, at least 5 s, never longer than the interval", () => {
  const pairs = [
    [1, 1],
    [5, 5],
    [10, 5],
    [30, 7.5],
    [60, 15],
    [3600, 900],
  ] as const;
  for (const [interval, after] of pairs) {
    assert.equal(recheckAfterMs(interval * 1000), after * 1000);
  }
});
