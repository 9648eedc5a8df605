import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CounterHistory, type CounterPoint, nextHistory } from "./counter-history.ts";

/** A port with a steady 8 Mb/s in, read at `atSec`. */
function point(atSec: number, more: { ifIndex?: number; uptimeSec?: number } = {}): CounterPoint {
  const { ifIndex = 1, uptimeSec = 1000 + atSec } = more;
  const none = { value: 0n, bits: 32 } as const;
  return {
    clock: {
      uptimeTicks: uptimeSec * 100,
      engineBoots: null,
      engineTimeSec: null,
      hostUptimeTicks: null,
      sentAt: atSec * 1000,
      receivedAt: atSec * 1000 + 5,
    },
    sample: {
      ifIndex,
      discontinuity: 0,
      speedBps: 1e9,
      inOctets: { value: BigInt(uptimeSec * 1_000_000), bits: 64 },
      outOctets: { value: 0n, bits: 64 },
      inErrors: none,
      outErrors: none,
      inDiscards: none,
      outDiscards: none,
    },
  };
}

function ratesOf(points: readonly CounterPoint[]): (number | null)[] {
  let history: CounterHistory | null = null;
  return points.map((each) => {
    const next = nextHistory(history, each);
    history = next.history;
    return next.rates.inBps;
  });
}

test("the first reading gives no rate, each later one that since the reading before", () => {
  assert.deepEqual(ratesOf([point(0), point(30), point(60)]), [null, 8e6, 8e6]);
});

test("two sensors a moment apart both get a rate over a whole interval", () => {
  const moments = [0, 1, 30, 31, 60, 61].map((atSec) => point(atSec));
  assert.deepEqual(ratesOf(moments), [null, null, 8e6, 8e6, 8e6, 8e6]);
});

test("readings that never lie far enough apart still give a rate in the end", () => {
  assert.deepEqual(ratesOf([0, 1, 2, 3.1, 4].map((atSec) => point(atSec))), [
    null,
    null,
    null,
    8e6,
    8e6,
  ]);
});

test("after a reboot there is one gap, and then rates again", () => {
  const rebooted = [point(60, { uptimeSec: 10 }), point(90, { uptimeSec: 40 })];
  assert.deepEqual(ratesOf([point(0), point(30), ...rebooted]), [null, 8e6, null, 8e6]);
});

test("a row that moved to another index begins anew", () => {
  const moved = [point(60, { ifIndex: 9 }), point(90, { ifIndex: 9 })];
  assert.deepEqual(ratesOf([point(0), point(30), ...moved]), [null, 8e6, null, 8e6]);
});

test("through reboots, wraps and roll-overs no rate is ever false", () => {
  const steps = fc.array(
    fc.record({
      passedSec: fc.integer({ min: 5, max: 900 }),
      rebootAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4, nil: null }),
      roundTripMs: fc.integer({ min: 1, max: 3000 }),
    }),
    { minLength: 2, maxLength: 20 },
  );
  const world = fc.record({
    bits: fc.constantFrom(32 as const, 64 as const),
    speedBps: fc.constantFrom(1e7, 1e8, 1e9, 1e10),
    load: fc.double({ min: 0, max: 1, noNaN: true }),
    uptimeSec: fc.constantFrom(0, 5, 1000, 2 ** 32 / 100 - 100, 2 ** 32 / 100 - 2000),
  });
  fc.assert(
    fc.property(world, steps, ({ bits, speedBps, load, uptimeSec }, polls) => {
      let atSec = 0;
      let bootedAtSec = -uptimeSec;
      let history: CounterHistory | null = null;
      for (const { passedSec, rebootAt, roundTripMs } of polls) {
        if (rebootAt !== null) bootedAtSec = atSec + passedSec * rebootAt;
        atSec += passedSec;
        const upSec = atSec - bootedAtSec;
        const octets = BigInt(Math.floor((upSec * load * speedBps) / 8));
        const now = point(atSec);
        now.clock.uptimeTicks = Math.floor(upSec * 100) % 2 ** 32;
        now.clock.sentAt = atSec * 1000 - roundTripMs / 2;
        now.clock.receivedAt = atSec * 1000 + roundTripMs / 2;
        now.sample.speedBps = speedBps;
        now.sample.inOctets = { value: BigInt.asUintN(bits, octets), bits };
        const next: ReturnType<typeof nextHistory> = nextHistory(history, now);
        history = next.history;
        const { inBps } = next.rates;
        if (inBps === null) continue;
        const trueBps = speedBps * load;
        assert.ok(inBps >= 0 && inBps <= speedBps, `${inBps} of ${speedBps}`);
        if (rebootAt === null) {
          assert.ok(Math.abs(inBps - trueBps) <= trueBps * 0.011 + 16, `${inBps}, not ${trueBps}`);
        }
      }
    }),
    { numRuns: 500 },
  );
});
