import assert from "node:assert/strict";
import { test } from "node:test";
import type { UplinkEvidence } from "./uplink.ts";
import { createUplinkWatch } from "./uplink-watch.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const whole: UplinkEvidence = {
  gateway: "answers",
  server: { reachable: true, behind: "gateway" },
};
const cut: UplinkEvidence = { gateway: "silent", server: { reachable: false, behind: "gateway" } };
const turn = () => new Promise(setImmediate);

/** A collector of ten sensors on a clock of its own. */
function world() {
  const state = { now: 1_000_000, evidence: whole, examined: 0 };
  const delivered: boolean[] = [];
  const watch = createUplinkWatch({
    now: () => state.now,
    examine: async () => {
      state.examined++;
      return state.evidence;
    },
    log: quiet,
  });
  /** The sensor's check ends now; a failure is judged. */
  function check(sensor: number, ok: boolean, at = state.now): void {
    watch.saw(String(sensor), ok);
    if (!ok) watch.judge(at, (withheld) => delivered.push(withheld));
  }
  return { state, watch, delivered, check };
}

test("a few failures are handed on at once, and nothing is examined", () => {
  const { state, delivered, check } = world();
  for (let sensor = 0; sensor < 10; sensor++) check(sensor, sensor < 5);
  assert.deepEqual(delivered, [false, false, false, false, false]);
  assert.equal(state.examined, 0);
});

test("when most fail and the uplink is whole, the sensors are blamed, and the uplink is examined every 5 s, not each time", async () => {
  const { state, delivered, check } = world();
  for (let round = 0; round < 10; round++) {
    for (let sensor = 0; sensor < 10; sensor++) check(sensor, false);
    await turn();
    state.now += 1000;
  }
  assert.equal(delivered.length, 100);
  assert.ok(delivered.every((withheld) => !withheld));
  assert.equal(state.examined, 2);
});

test("when most fail and the uplink is cut, failures are withheld until it is whole, those of checks begun before then, too", async () => {
  const { state, watch, delivered, check } = world();
  for (let sensor = 0; sensor < 10; sensor++) check(sensor, true);
  state.evidence = cut;
  state.now += 20_000;
  check(0, false);
  check(1, false);
  assert.deepEqual(delivered, [false, false], "too few to suspect the uplink");
  check(2, false);
  assert.deepEqual(delivered, [false, false], "not before the uplink was examined");
  await turn();
  assert.deepEqual(delivered, [false, false, true]);
  assert.equal(watch.isBroken, true);
  for (let sensor = 3; sensor < 10; sensor++) check(sensor, false);
  assert.ok(delivered.slice(2).every((withheld) => withheld));

  const begunAt = state.now;
  state.evidence = whole;
  state.now += 6000;
  delivered.length = 0;
  check(3, false, begunAt);
  await turn();
  assert.deepEqual(delivered, [true], "the check began while the uplink was cut");
  assert.equal(watch.isBroken, false);
  state.now += 1;
  check(4, false);
  await turn();
  assert.deepEqual(delivered, [true, false]);
});

test("when the sensors are well again, a single failure counts", async () => {
  const { state, watch, delivered, check } = world();
  state.evidence = cut;
  for (let sensor = 0; sensor < 10; sensor++) check(sensor, false);
  await turn();
  state.now += 30_000;
  for (let sensor = 0; sensor < 10; sensor++) check(sensor, true);
  assert.equal(watch.isBroken, false);
  delivered.length = 0;
  check(0, false, state.now - 10);
  state.now += 1000;
  check(0, false);
  assert.deepEqual(delivered, [true, false]);
});

test("what waits for a verdict is handed on when the program ends, and when the uplink cannot be examined", async () => {
  const { watch, delivered, check } = world();
  for (let sensor = 0; sensor < 3; sensor++) check(sensor, false);
  watch.settle();
  assert.equal(delivered.length, 3);

  const failing = createUplinkWatch({
    now: () => 0,
    examine: () => Promise.reject(new Error("no socket")),
    log: quiet,
  });
  const handedOn: boolean[] = [];
  for (const id of ["a", "b", "c"]) {
    failing.saw(id, false);
    failing.judge(0, (withheld) => handedOn.push(withheld));
  }
  await turn();
  assert.deepEqual(handedOn, [false, false, false]);
});
