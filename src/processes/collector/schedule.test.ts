import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AssignedSensor } from "#wire/collector.v1";
import { type Run, Schedule } from "./schedule.ts";

function sensor(id: number, intervalSec = 30, target = "10.0.0.1"): AssignedSensor {
  return {
    id: `01990000-0000-7000-8000-${String(id).padStart(12, "0")}`,
    intervalSec,
    failuresBeforeDown: 3,
    successesBeforeUp: 2,
    spec: { type: "icmp", target, icmp: {} },
  };
}

/** Runs a schedule through time: each check takes `takesMs` and ends as `outcome` says. */
function simulate(
  schedule: Schedule,
  span: { from: number; to: number },
  takesMs: (run: Run) => number,
  outcome: (run: Run) => boolean | null,
  each: (run: Run, now: number) => void = () => {},
): void {
  const underWay: { run: Run; endsAt: number }[] = [];
  let now = span.from;
  while (now <= span.to) {
    for (const run of schedule.start(now)) {
      each(run, now);
      underWay.push({ run, endsAt: now + takesMs(run) });
    }
    underWay.sort((a, b) => b.endsAt - a.endsAt);
    const endsAt = underWay.at(-1)?.endsAt ?? Infinity;
    const dueAt = schedule.nextDueAt() ?? Infinity;
    now = Math.max(now, Math.min(endsAt, dueAt));
    if (now === endsAt) {
      const ended = underWay.pop();
      if (ended !== undefined) schedule.finish(ended.run, outcome(ended.run), now);
    }
  }
}

const epoch = 1_700_000_000_000;
const always =
  <T>(value: T) =>
  () =>
    value;

test("whatever checks take and however they end, a sensor never overlaps itself, its times grow, and the bound holds", () => {
  const world = fc.record({
    intervals: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 25 }),
    maxInFlight: fc.integer({ min: 1, max: 30 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(world, ({ intervals, maxInFlight, seed }) => {
      const schedule = new Schedule({ maxInFlight });
      const sensors = intervals.map((interval, id) => sensor(id, interval));
      schedule.assign("c", sensors, "soon", epoch);
      const running = new Set<string>();
      const lastAt = new Map<string, number>();
      const chaos = (run: Run) => Math.abs(Math.imul(run.at ^ seed, 0x9e3779b1)) / 2 ** 31;
      simulate(
        schedule,
        { from: epoch, to: epoch + 600_000 },
        (run) => chaos(run) * run.timeoutMs,
        (run) => {
          running.delete(run.sensor.id);
          return chaos(run) < 0.1 ? null : chaos(run) < 0.5;
        },
        (run) => {
          const { id, intervalSec } = run.sensor;
          assert.ok(!running.has(id));
          running.add(id);
          assert.ok(running.size <= maxInFlight && schedule.inFlight <= maxInFlight);
          assert.ok(run.at > (lastAt.get(id) ?? 0) && Number.isInteger(run.at));
          assert.ok(run.timeoutMs <= 10_000 && run.timeoutMs <= intervalSec * 800);
          lastAt.set(id, run.at);
        },
      );
      if (maxInFlight < sensors.length) return;
      for (const { id, intervalSec } of sensors) {
        // Back in its place after an extra check that took its whole time.
        const longestGapMs =
          intervalSec * 1000 + Math.max(intervalSec * 250, Math.min(10_000, intervalSec * 800));
        assert.ok(epoch + 600_000 - (lastAt.get(id) ?? 0) <= longestGapMs + 1);
      }
    }),
    { numRuns: 60 },
  );
});

test("with room for all, nothing is late, and a good sensor is checked exactly once an interval", () => {
  const schedule = new Schedule({ maxInFlight: 1000 });
  schedule.assign(
    "c",
    Array.from({ length: 200 }, (_, id) => sensor(id)),
    "inPlace",
    epoch,
  );
  const counts = new Map<string, number>();
  simulate(schedule, { from: epoch, to: epoch + 300_000 }, always(50), always(true), (run) => {
    assert.ok(run.lagMs < 1);
    counts.set(run.sensor.id, (counts.get(run.sensor.id) ?? 0) + 1);
  });
  assert.equal(counts.size, 200);
  for (const count of counts.values()) assert.equal(count, 10);
});

test("a restart is no burst: sensors come in their places, evenly", () => {
  const schedule = new Schedule({ maxInFlight: 100_000 });
  const many = Array.from({ length: 10_000 }, (_, id) => sensor(id));
  schedule.assign("c", many, "inPlace", epoch);
  const perSecond = new Map<number, number>();
  simulate(schedule, { from: epoch, to: epoch + 59_999 }, always(5), always(true), (_, now) => {
    const second = Math.floor(now / 1000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  });
  assert.equal(perSecond.size, 60);
  for (const count of perSecond.values()) assert.ok(count > 230 && count < 440, String(count));
});

test("a new sensor is checked within a second and again soon, so that its state is known quickly", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  schedule.assign("c", [sensor(1, 300)], "soon", epoch);
  const at: number[] = [];
  simulate(schedule, { from: epoch, to: epoch + 299_000 }, always(10), always(true), (_, now) =>
    at.push(now - epoch),
  );
  const [first = NaN, second = NaN] = at;
  assert.ok(first <= 1000);
  assert.ok(Math.abs(second - first - 75_000) < 2);
  assert.ok(at.length <= 4);
});

test("a first failure is looked at again after a quarter of the interval until it is certain, then in its place", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  schedule.assign("c", [sensor(1, 60)], "inPlace", epoch);
  const at: number[] = [];
  const isDown = (run: Run) => run.at >= epoch + 100_000;
  const span = { from: epoch, to: epoch + 400_000 };
  simulate(
    schedule,
    span,
    always(20),
    (run) => !isDown(run),
    (run) => at.push(run.at),
  );
  const failures = at.filter((time) => time >= epoch + 100_000);
  const gaps = failures.slice(1).map((time, index) => time - (failures[index] ?? 0));
  assert.ok(Math.abs((gaps[0] ?? 0) - 15_000) < 2 && Math.abs((gaps[1] ?? 0) - 15_000) < 2);
  assert.ok((gaps[2] ?? 0) >= 15_000 && (gaps[2] ?? 0) <= 75_000);
  for (const gap of gaps.slice(3)) assert.ok(Math.abs(gap - 60_000) < 2);
});

test("slow failures are looked at again as soon as they end", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  schedule.assign("c", [sensor(1, 30)], "inPlace", epoch);
  const at: number[] = [];
  const span = { from: epoch, to: epoch + 55_000 };
  simulate(schedule, span, always(10_000), always(false), (run) => at.push(run.at));
  assert.ok(Math.abs((at[1] ?? 0) - (at[0] ?? 0) - 10_000) < 2);
});

test("removed sensors stop at once, and what their check under way answers no longer counts", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  schedule.assign("c", [sensor(1), sensor(2)], "soon", epoch);
  const runs = schedule.start(epoch + 1000);
  assert.equal(runs.length, 2);
  schedule.unassign("c", [sensor(1).id]);
  schedule.unassign("other", [sensor(2).id]);
  assert.equal(schedule.sensors, 1);
  const counts = runs.map((run) => schedule.finish(run, true, epoch + 1100));
  assert.deepEqual(
    counts,
    runs.map((run) => run.sensor.id === sensor(2).id),
  );
  assert.equal(schedule.inFlight, 0);
  schedule.retain("c", new Set());
  assert.equal(schedule.nextDueAt(), null);
});

test("a change of one sensor takes effect at once and leaves the times of the others alone", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  schedule.assign("c", [sensor(1, 600), sensor(2, 600)], "inPlace", epoch);
  const before = timesOf(schedule, epoch, 600_000).get(sensor(2).id);
  schedule.assign("c", [sensor(1, 5), sensor(2, 600)], "inPlace", epoch + 600_000);
  const after = timesOf(schedule, epoch + 600_000, 600_000);
  assert.equal(after.get(sensor(1).id)?.length, 120);
  assert.deepEqual(
    after.get(sensor(2).id),
    before?.map((at) => at + 600_000),
  );

  schedule.assign("c", [sensor(1, 600, "10.0.0.2")], "inPlace", epoch + 1_200_000);
  const [run] = schedule.start(epoch + 1_201_000);
  assert.ok(run !== undefined && run.sensor.spec.target === "10.0.0.2");
  schedule.assign("c", [sensor(1, 600, "10.0.0.3")], "inPlace", epoch + 1_201_000);
  assert.equal(schedule.finish(run, false, epoch + 1_201_100), false, "the old target's answer");
  assert.equal(schedule.start(epoch + 1_202_100)[0]?.sensor.spec.target, "10.0.0.3");
});

function timesOf(schedule: Schedule, from: number, spanMs: number): Map<string, number[]> {
  const times = new Map<string, number[]>();
  const span = { from, to: from + spanMs - 1 };
  simulate(schedule, span, always(10), always(true), (run) => {
    times.set(run.sensor.id, [...(times.get(run.sensor.id) ?? []), run.at]);
  });
  return times;
}

test("after a jump of the clock everything is in its place again, without a burst", () => {
  const schedule = new Schedule({ maxInFlight: 10_000 });
  schedule.assign(
    "c",
    Array.from({ length: 1000 }, (_, id) => sensor(id)),
    "inPlace",
    epoch,
  );
  for (const jump of [epoch + 3_600_000, epoch - 3_600_000]) {
    schedule.replan(jump);
    assert.equal(schedule.start(jump).length, 0);
    assert.ok(schedule.start(jump + 1000).length < 100);
    assert.ok(schedule.start(jump + 30_000).length > 850);
    schedule.retain("c", new Set());
    schedule.assign(
      "c",
      Array.from({ length: 1000 }, (_, id) => sensor(id)),
      "inPlace",
      epoch,
    );
  }
});

test("a sensor that somebody wants checked is checked at once, and then in its place again", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  const one = sensor(1, 60);
  schedule.assign("c", [one], "inPlace", epoch);
  const inPlaceAt = schedule.nextDueAt() ?? 0;
  const now = inPlaceAt - 20_000;
  assert.equal(schedule.want("c", one.id, now), true);
  const [run] = schedule.start(now);
  assert.ok(run !== undefined && run.isWanted);
  schedule.finish(run, true, now + 5);
  assert.equal(schedule.nextDueAt(), inPlaceAt);
  const [usual] = schedule.start(inPlaceAt);
  assert.equal(usual?.isWanted, false);
});

test("a sensor that is wanted during a check is checked again right after it, never beside it", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  const one = sensor(1, 60);
  schedule.assign("c", [one], "soon", epoch);
  const now = schedule.nextDueAt() ?? 0;
  const [first] = schedule.start(now);
  assert.ok(first !== undefined && !first.isWanted);
  schedule.want("c", one.id, now + 10);
  assert.deepEqual(schedule.start(now + 10), []);
  schedule.finish(first, true, now + 500);
  const [second] = schedule.start(now + 500);
  assert.ok(second !== undefined && second.isWanted && second.at > first.at);
});

test("nobody else's sensor can be wanted, and neither a jump of the clock nor a change forgets one that is", () => {
  const schedule = new Schedule({ maxInFlight: 10 });
  const one = sensor(1, 60);
  schedule.assign("c", [one], "inPlace", epoch);
  assert.equal(schedule.want("other", one.id, epoch), false);
  assert.equal(schedule.want("c", sensor(2).id, epoch), false);
  schedule.want("c", one.id, epoch);
  schedule.replan(epoch - 3_600_000);
  assert.equal(schedule.nextDueAt(), epoch - 3_600_000);
  schedule.assign("c", [{ ...one, intervalSec: 90 }], "soon", epoch);
  const [run] = schedule.start(epoch);
  assert.equal(run?.isWanted, true);
});
