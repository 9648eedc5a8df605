import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createServerClock } from "./server-clock.ts";

const exchange = fc.record({
  pauseMs: fc.double({ min: 0, max: 30_000, noNaN: true }),
  thereMs: fc.double({ min: 0, max: 20_000, noNaN: true }),
  backMs: fc.double({ min: 0, max: 20_000, noNaN: true }),
});

test("however uneven the ways, the time is wrong by no more than half the best round trip and the drift", () => {
  fc.assert(
    fc.property(
      fc.array(exchange, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1e12, max: 2e12 }),
      (exchanges, offset) => {
        let at = 0;
        const clock = createServerClock(
          () => at,
          () => 0,
        );
        let leastErrorMs = Infinity;
        for (const { pauseMs, thereMs, backMs } of exchanges) {
          at += pauseMs;
          leastErrorMs += pauseMs * 0.0001;
          const sentAt = at;
          const serverTime = Math.floor(sentAt + thereMs + offset);
          at += thereMs + backMs;
          leastErrorMs += (thereMs + backMs) * 0.0001;
          clock.sample(serverTime, sentAt, at);
          leastErrorMs = Math.min(leastErrorMs, (thereMs + backMs) / 2 + 0.5);
          // Held still for at most 1 s, it can run ahead by that.
          assert.ok(Math.abs(clock.now() - (at + offset)) <= leastErrorMs + 1001);
        }
      },
    ),
  );
});

test("a jump of this machine's clock changes nothing", () => {
  let at = 1000;
  let wall = 5_000_000;
  const clock = createServerClock(
    () => at,
    () => wall,
  );
  clock.sample(1_000_000, 990, 1000);
  wall += 3_600_000;
  at += 250;
  assert.ok(Math.abs(clock.now() - 1_000_255) <= 6);
});

test("before the first answer it is this machine's time, and says that it is not the server's", () => {
  let at = 7;
  const clock = createServerClock(
    () => at,
    () => 42_000,
  );
  at = 1007;
  assert.equal(clock.now(), 43_000);
  assert.equal(clock.synced, false);
  clock.sample(9_000_000, 1006, 1007);
  assert.equal(clock.synced, true);
});

test("a long poll's answer, which was on its way for 15 s, does not spoil what a quick one told", () => {
  let at = 0;
  const clock = createServerClock(
    () => at,
    () => 0,
  );
  at = 10;
  clock.sample(1_000_005, 0, 10);
  at = 15_010;
  clock.sample(1_015_005, 10, 15_010);
  assert.ok(Math.abs(clock.now() - 1_015_010) < 10);
});

test("after the machine slept, or the server's clock was set, one answer is enough", () => {
  let at = 0;
  const clock = createServerClock(
    () => at,
    () => 0,
  );
  clock.sample(1_000_000, 0, 2);
  at = 60_000;
  clock.sample(4_660_000, 59_998, 60_000);
  assert.ok(Math.abs(clock.now() - 4_660_001) < 5);
  at = 61_000;
  clock.sample(1_061_000, 60_998, 61_000);
  assert.ok(Math.abs(clock.now() - 1_061_001) < 5);
});

test("a small correction holds time still and never turns it back", () => {
  let at = 0;
  const clock = createServerClock(
    () => at,
    () => 0,
  );
  clock.sample(1_000_000, 0, 400);
  at = 400;
  const before = clock.now();
  clock.sample(1_000_050, 398, 400);
  assert.equal(clock.now(), before);
  at = 1000;
  assert.ok(clock.now() > before);
});
