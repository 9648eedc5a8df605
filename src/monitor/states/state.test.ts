import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CheckResult } from "#wire/collector.v1";
import { flappingPercent, nextFlapping, pushChange } from "./flapping.ts";
import { nextState, restartedState, type SensorState, unknownState } from "./state.ts";

const sensorId = "019a0000-0000-7000-8000-000000000001";
const policy = { failuresBeforeDown: 3, successesBeforeUp: 2 };
const good = (at: number): CheckResult => ({ sensorId, at, ok: true, latencyMs: 1.5 });
const bad = (at: number, cause = "no answer"): CheckResult => ({
  sensorId,
  at,
  ok: false,
  cause,
  causeCode: "timeout",
});
const run = (results: CheckResult[], from: SensorState = unknownState) =>
  results.reduce((state, result) => nextState(state, result, policy), from);

test("a new sensor is up only after two good checks, since the first of them", () => {
  assert.equal(run([good(10)]).state, null);
  assert.deepEqual(
    [run([good(10), good(20)]).state, run([good(10), good(20)]).stateSince],
    ["up", 10],
  );
});

test("a new sensor is down only after three failed checks, since the first of them", () => {
  assert.equal(run([bad(10), bad(20)]).state, null);
  const down = run([bad(10), bad(20), bad(30)]);
  assert.deepEqual([down.state, down.stateSince, down.firstFailureAt], ["down", 10, 10]);
});

test("two failures and a success leave an up sensor up, with the time of its state untouched", () => {
  const state = run([good(1), good(2), bad(3), bad(4), good(5)]);
  assert.deepEqual(
    [state.state, state.stateSince, state.failures, state.cause],
    ["up", 1, 0, null],
  );
});

test("one good check between failures starts the count again", () => {
  assert.equal(run([good(1), good(2), bad(3), bad(4), good(5), bad(6), bad(7)]).state, "up");
});

test("recovery is dated to the first good check of the confirmed run", () => {
  const state = run([bad(1), bad(2), bad(3), good(4), bad(5), good(6), good(7)]);
  assert.deepEqual([state.state, state.stateSince], ["up", 6]);
});

test("a duplicate or an older result changes nothing", () => {
  const state = run([bad(10), bad(20), bad(30)]);
  for (const at of [30, 29, 10, 0]) assert.equal(nextState(state, good(at), policy), state);
});

test("a result withheld for the collector's own broken uplink is not held against the target", () => {
  const state = run([good(1), good(2)]);
  assert.equal(nextState(state, { ...bad(3), withheld: true }, policy), state);
});

test("latency and status are those of the last check; what is known of the certificate stays while it fails", () => {
  const before = run([{ ...good(1), httpStatus: 200, certDaysLeft: 12 }]);
  const after = nextState(before, bad(2), policy);
  assert.deepEqual([after.latencyMs, after.httpStatus, after.certDaysLeft], [null, null, 12]);
});

test("polled anew, a sensor keeps its state and counts from nothing", () => {
  const state = restartedState(run([bad(1), bad(2), bad(3)]));
  assert.deepEqual(
    [state.state, state.stateSince, state.failures, state.firstFailureAt],
    ["down", 1, 0, null],
  );
});

test("flapping starts above 30 % and ends below 25 %, as Icinga weighs it", () => {
  assert.ok(Math.abs(flappingPercent(2 ** 20 - 1) - 99) < 1e-9);
  let bits = 0;
  let flapping = false;
  const starts: number[] = [];
  for (let i = 1; i <= 20; i++) {
    bits = pushChange(bits, true);
    const next = nextFlapping(flapping, bits);
    if (next && !flapping) starts.push(i);
    flapping = next;
  }
  // Six newest changes weigh 1.18 + 1.16 + … + 1.08 = 6.78 of 20 = 33.9 %; five weigh 28.5 %.
  assert.deepEqual(starts, [6]);
  let quiet = 0;
  while (flapping) {
    bits = pushChange(bits, false);
    flapping = nextFlapping(flapping, bits);
    quiet += 1;
  }
  assert.ok(quiet > 10 && quiet < 20, `ended after ${quiet} steady results`);
});

const results = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 60 }), ok: fc.boolean(), withheld: fc.boolean() }),
  { maxLength: 80 },
);

test("whatever arrives in whatever order, times never run backwards and a state is always confirmed", () => {
  fc.assert(
    fc.property(
      results,
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 10 }),
      (list, down, up) => {
        let state = unknownState;
        for (const { at, ok, withheld } of list) {
          const next = nextState(
            state,
            { sensorId, at, ok, withheld },
            { failuresBeforeDown: down, successesBeforeUp: up },
          );
          if (next.state !== state.state) {
            assert.ok(next.state === "down" ? next.failures >= down : next.successes >= up);
            assert.ok((next.stateSince ?? -1) >= (state.stateSince ?? -1));
          }
          assert.ok((next.lastCheckedAt ?? -1) >= (state.lastCheckedAt ?? -1));
          assert.ok((next.stateSince ?? 0) <= (next.lastCheckedAt ?? 0));
          assert.equal(next.failures > 0, next.firstFailureAt !== null);
          assert.ok(!(next.failures > 0 && next.successes > 0));
          state = next;
        }
      },
    ),
  );
});

test("delivering every result twice gives the same state as once", () => {
  fc.assert(
    fc.property(results, (list) => {
      const once = list.map(({ at, ok }) => ({ sensorId, at, ok }));
      assert.deepEqual(run(once.flatMap((r) => [r, r])), run(once));
    }),
  );
});
