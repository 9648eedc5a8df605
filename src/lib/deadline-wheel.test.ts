import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Deadline, DeadlineWheel } from "./deadline-wheel.ts";

class Alarm implements Deadline {
  dueAt = 0;
  before: Deadline | null = null;
  after: Deadline | null = null;
  rangAt: number[] = [];
  onRing: (() => void) | null = null;
  expire(nowMs: number): void {
    this.rangAt.push(nowMs);
    this.onRing?.();
  }
}

const tickMs = 10;

test("whatever is added, moved and removed, each deadline happens once, never early and at most a tick late", () => {
  const step = fc.record({
    alarm: fc.nat(9),
    act: fc.constantFrom("add" as const, "remove" as const),
    inMs: fc.integer({ min: -50, max: 700 }),
    thenMs: fc.nat(60),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 12_345.678;
      const wheel = new DeadlineWheel(now, tickMs, 16); // a turn is 160 ms: deadlines lie several turns ahead
      const alarms = Array.from({ length: 10 }, () => new Alarm());
      const dueAt = new Map<Alarm, number>();
      const pass = (ms: number): void => {
        now += ms;
        wheel.advance(now);
        for (const alarm of alarms) {
          const due = dueAt.get(alarm);
          if (alarm.rangAt.length > 0) {
            assert.ok(due !== undefined && alarm.rangAt.length === 1 && due <= now, "never early");
            dueAt.delete(alarm);
            alarm.rangAt = [];
          } else if (due !== undefined) {
            assert.ok(due > now - tickMs, `due at ${due}, still waiting at ${now}`);
          }
        }
        assert.equal(wheel.size, dueAt.size);
        const next = wheel.nextInMs(now);
        if (dueAt.size === 0) assert.equal(next, null);
        else assert.ok(next !== null && now + next <= Math.min(...dueAt.values()) + 2 * tickMs);
      };
      for (const { alarm: index, act, inMs, thenMs } of steps) {
        const alarm = alarms[index];
        assert.ok(alarm);
        if (act === "add") {
          wheel.add(alarm, now + inMs);
          dueAt.set(alarm, now + Math.max(0, inMs)); // what is past is due now
          alarm.rangAt = [];
        } else {
          wheel.remove(alarm);
          dueAt.delete(alarm);
        }
        for (let left = thenMs; left >= 0; left -= tickMs) pass(Math.min(left, tickMs));
      }
      for (let left = 0; left <= 100; left++) pass(tickMs);
      assert.equal(wheel.size, 0);
    }),
  );
});

test("a deadline that another removes at the same moment does not happen", () => {
  const wheel = new DeadlineWheel(0, tickMs);
  const [first, second] = [new Alarm(), new Alarm()];
  first.onRing = () => wheel.remove(second);
  wheel.add(first, 5);
  wheel.add(second, 5);
  wheel.advance(100);
  assert.deepEqual([first.rangAt, second.rangAt], [[100], []]);
});

test("after a long pause everything due happens at once, and what is added then is not lost", () => {
  const wheel = new DeadlineWheel(0, tickMs, 16);
  const alarms = [3, 170, 9000].map((dueAt) => {
    const alarm = new Alarm();
    wheel.add(alarm, dueAt);
    return alarm;
  });
  const [first] = alarms;
  assert.ok(first);
  first.onRing = () => {
    if (first.rangAt.length === 1) wheel.add(first, 100_010);
  };
  wheel.advance(100_000);
  assert.deepEqual(
    alarms.map((alarm) => alarm.rangAt),
    [[100_000], [100_000], [100_000]],
  );
  wheel.advance(100_020);
  assert.deepEqual(first.rangAt, [100_000, 100_020]);
});
