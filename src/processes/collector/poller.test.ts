import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type CheckOutcome, type CheckSpec, emptyOutcome } from "#engines/check-types";
import type { AssignedSensor, CheckResult } from "#wire/collector.v1";
import { createPoller } from "./poller.ts";
import { createUplinkWatch } from "./uplink-watch.ts";
import type { UplinkEvidence } from "./uplink.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const epoch = 1_700_000_000_000;
const good: CheckOutcome = { ...emptyOutcome, ok: true, latencyMs: 1 };
const bad: CheckOutcome = { ...emptyOutcome, cause: "no answer", causeCode: "timeout" };

function sensor(id: number, intervalSec: number): AssignedSensor {
  const spec: CheckSpec = { type: "icmp", target: `10.0.0.${id}`, icmp: {} };
  const uuid = `01990000-0000-7000-8000-${String(id).padStart(12, "0")}`;
  return { id: uuid, intervalSec, failuresBeforeDown: 3, successesBeforeUp: 2, spec };
}

/** A poller on a clock of its own, whose checks end when the test says. */
function world(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const state = { mono: 0, offset: epoch, examine: (): Promise<UplinkEvidence> => assert.fail() };
  const results: CheckResult[] = [];
  const asked: { target: string; timeoutMs: number; end: (outcome: CheckOutcome) => void }[] = [];
  const now = () => state.mono + state.offset;
  const poller = createPoller({
    now,
    monotonic: () => state.mono,
    uplink: createUplinkWatch({ now, examine: () => state.examine(), log: quiet }),
    maxInFlight: 3,
    log: quiet,
  });
  poller.setOwner("c", {
    engines: {
      check: ({ target }, { timeoutMs }) =>
        new Promise((end) => asked.push({ target, timeoutMs, end })),
      discover: () => assert.fail("nothing is discovered here"),
      close: async () => {},
    },
    deliver: (result) => results.push(result),
  });
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 10) {
      state.mono += Math.min(10, left);
      t.mock.timers.tick(Math.min(10, left));
      await Promise.resolve();
    }
    await new Promise(setImmediate);
  }
  return { state, poller, results, asked, pass };
}

test("sensors are checked when they are due, within their deadline, and what is found is delivered", async (t) => {
  const { poller, results, asked, pass } = world(t);
  poller.assign("c", [sensor(1, 60)], "soon");
  await pass(1000);
  assert.deepEqual(
    asked.map((check) => [check.target, check.timeoutMs]),
    [["10.0.0.1", 10_000]],
  );
  asked[0]?.end(good);
  await pass(10);
  assert.equal(results.length, 1);
  assert.ok(results[0] !== undefined && results[0].at >= epoch && results[0].at <= epoch + 1010);
  await pass(15_100);
  assert.equal(asked.length, 2, "a first success is confirmed soon");
  assert.partialDeepStrictEqual(poller.status(), { sensors: 1, inFlight: 1 });
  assert.ok(poller.status().lagP99Ms <= 60);
  poller.stop();
  asked[1]?.end(good);
  await pass(60_000);
  assert.deepEqual([asked.length, results.length], [2, 1]);
});

test("more than may be under way wait their turn, and their lateness shows", async (t) => {
  const { poller, asked, pass } = world(t);
  poller.assign(
    "c",
    Array.from({ length: 5 }, (_, id) => sensor(id, 60)),
    "soon",
  );
  await pass(3000);
  assert.equal(asked.length, 3);
  asked[0]?.end(good);
  await pass(500);
  assert.equal(asked.length, 4);
  assert.ok(poller.status().lagP99Ms > 1500);
  poller.stop();
});

test("what a removed sensor's check finds is delivered to nobody", async (t) => {
  const { poller, results, asked, pass } = world(t);
  poller.assign("c", [sensor(1, 60), sensor(2, 60)], "soon");
  await pass(1000);
  poller.unassign("c", [sensor(1, 60).id]);
  for (const check of asked) check.end(good);
  await pass(10);
  assert.deepEqual(
    results.map((result) => result.sensorId),
    [sensor(2, 60).id],
  );
  assert.equal(poller.sensorsOf("c"), 1);
  poller.retain("c", new Set());
  await pass(120_000);
  assert.equal(asked.length, 2);
  poller.stop();
});

test("failures while the uplink is cut are withheld and not chased", async (t) => {
  const { state, poller, results, asked, pass } = world(t);
  state.examine = async () => ({
    gateway: "silent",
    server: { reachable: false, behind: "gateway" },
  });
  poller.assign("c", [sensor(1, 30), sensor(2, 30), sensor(3, 30)], "inPlace");
  for (let second = 0; second < 120; second++) {
    await pass(1000);
    for (const check of asked.splice(0)) check.end(bad);
  }
  const withheld = results.map((result) => result.withheld === true);
  const first = withheld.indexOf(true);
  assert.ok(first > 0 && withheld.slice(first).every((each) => each), String(withheld));
  // In their places from then on: not three times as often, as failures to be confirmed.
  assert.ok(withheld.length - first <= 15);
  poller.stop();
});

test("after standing still, or a correction of the clock, nothing is caught up at once", async (t) => {
  const { state, poller, asked, pass } = world(t);
  poller.assign(
    "c",
    Array.from({ length: 3 }, (_, id) => sensor(id, 60)),
    "inPlace",
  );
  await pass(60_000);
  for (const check of asked.splice(0)) check.end(good);
  state.mono += 600_000;
  await pass(10);
  assert.equal(asked.length, 0);
  state.offset += 3_600_000;
  await pass(1000);
  assert.ok(asked.length < 3);
  await pass(60_000);
  assert.equal(asked.length, 3);
  poller.stop();
});

test("a check at once is answered by a result as any other; a sensor that goes away meanwhile, by nothing", async (t) => {
  const { poller, results, asked, pass } = world(t);
  const [one, two] = [sensor(1, 60), sensor(2, 60)];
  poller.assign("c", [one, two], "inPlace");
  const wanted = [poller.checkNow("c", one.id), poller.checkNow("c", one.id)];
  const gone = poller.checkNow("c", two.id);
  assert.equal(await poller.checkNow("c", sensor(3, 60).id), null);
  await pass(100);
  assert.equal(asked.length, 2);
  poller.unassign("c", [two.id]);
  assert.equal(await gone, null);
  for (const check of asked) check.end(good);
  const [first, second] = await Promise.all(wanted);
  assert.deepEqual([first, second], [results[0], results[0]]);
  assert.equal(results.length, 1);
  poller.stop();
});

test("a sensor that is changed during a check at once is checked as it is now", async (t) => {
  const { poller, asked, pass } = world(t);
  poller.assign("c", [sensor(1, 60)], "inPlace");
  const wanted = poller.checkNow("c", sensor(1, 60).id);
  await pass(100);
  const spec: CheckSpec = { type: "icmp", target: "10.0.0.9", icmp: {} };
  poller.assign("c", [{ ...sensor(1, 60), spec }], "soon");
  asked[0]?.end(bad);
  await pass(1200);
  assert.equal(asked[1]?.target, "10.0.0.9");
  asked[1]?.end(good);
  assert.equal((await wanted)?.ok, true);
  poller.stop();
});
