import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ClockReading, elapsedSec } from "./device-clock.ts";

const range = 2 ** 32;

/** A device whose agent has run for `agentSec`, read at `atSec` of our clock, with a round trip of `roundTripMs`. */
function reading(
  agentSec: number,
  atSec: number,
  more: Partial<ClockReading> = {},
  roundTripMs = 20,
): ClockReading {
  return {
    uptimeTicks: Math.round(agentSec * 100) % range,
    engineBoots: null,
    engineTimeSec: null,
    hostUptimeTicks: null,
    sentAt: atSec * 1000 - roundTripMs / 2,
    receivedAt: atSec * 1000 + roundTripMs / 2,
    ...more,
  };
}

const days497 = range / 100;

test("while a device runs on, its own clock counts, through the roll-over of 497 days", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: days497 * 2, noNaN: true }),
      fc.double({ min: 1, max: 90_000, noNaN: true }),
      fc.double({ min: 0.95, max: 1.05, noNaN: true }),
      fc.integer({ min: 0, max: 8000 }),
      (uptimeSec, passedSec, drift, roundTripMs) => {
        const before = reading(uptimeSec, 1000, {}, roundTripMs);
        const now = reading(uptimeSec + passedSec * drift, 1000 + passedSec, {}, roundTripMs);
        const elapsed = elapsedSec(before, now);
        assert.ok(elapsed !== null && Math.abs(elapsed - passedSec * drift) < 0.02, `${elapsed}`);
      },
    ),
  );
});

test("a device that began anew is noticed, also when its uptime has passed the old one again", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 1_000_000 }),
      fc.integer({ min: 30, max: 90_000 }),
      fc.double({ min: 0, max: 0.7, noNaN: true }),
      (uptimeSec, passedSec, share) => {
        const newUptime = passedSec * share;
        // Unless the new uptime looks as if nothing had happened, which no clock alone can tell.
        const apparent = newUptime - uptimeSec;
        if (Math.abs(apparent - passedSec) < passedSec * 0.11 + 3) return;
        const elapsed = elapsedSec(reading(uptimeSec, 0), reading(newUptime, passedSec));
        assert.equal(elapsed, null);
      },
    ),
  );
});

test("a reboot just where the roll-over was due is told by the engine's boots, its time or the host's uptime", () => {
  const before = { engineBoots: 3, engineTimeSec: 42_949_662, hostUptimeTicks: range - 1000 };
  const rolled = elapsedSec(reading(days497 - 10, 0, before), reading(days497 + 20, 30));
  assert.equal(rolled, 30);
  const at = (now: Partial<ClockReading>) =>
    elapsedSec(reading(days497 - 10, 0, before), reading(20, 30, now));
  assert.equal(at({ engineBoots: 4 }), null);
  assert.equal(at({ engineTimeSec: 20 }), null);
  assert.equal(at({ engineBoots: 3, engineTimeSec: 42_949_692 }), 30);
  const host = elapsedSec(
    reading(5000, 0, { hostUptimeTicks: 900_000 }),
    reading(5030, 30, { hostUptimeTicks: 1000 }),
  );
  assert.equal(host, null);
});

test("without a clock, or with one that stands still, ours is taken", () => {
  const none = { uptimeTicks: null };
  assert.equal(elapsedSec(reading(0, 0, none), reading(0, 30, none)), 30);
  const still = { uptimeTicks: 4711 };
  assert.equal(elapsedSec(reading(0, 0, still), reading(0, 30, still)), 30);
});

test("a host clock that stands still says nothing", () => {
  const still = { hostUptimeTicks: 0 };
  assert.equal(elapsedSec(reading(100, 0, still), reading(130, 30, still)), 30);
});
