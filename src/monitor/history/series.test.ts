import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { longestPauseMs, planSeries, seriesRanges, withGaps } from "./series.ts";

const now = Date.UTC(2026, 2, 14, 13, 47, 11, 5);

test("no chart has more than 750 points, and each ends now", () => {
  for (const range of seriesRanges) {
    const { fromAt, toAt, stepMs } = planSeries(range, now);
    assert.ok((toAt - fromAt) / stepMs <= 750, range);
    assert.equal(toAt, now);
    assert.equal(fromAt % stepMs, 0);
  }
});

test("hours that have not been rolled up yet are read from raw results", () => {
  for (const range of ["7d", "30d", "1y"] as const) {
    assert.equal(planSeries(range, now).tailAt, Date.UTC(2026, 2, 14, 12));
  }
});

test("a gap gets one empty point; a sensor with a long interval has none between its checks", () => {
  const empty = (at: number) => ({ at, value: null as number | null });
  const points = [0, 2, 4, 20, 22].map((minutes) => ({ at: minutes * 60_000, value: 1 }));
  const at = (intervalSec: number) => {
    const stepMs = 120_000;
    const pauseMs = longestPauseMs(intervalSec, stepMs);
    return withGaps(points, { stepMs, pauseMs }, empty).map((point) => [
      point.at / 60_000,
      point.value,
    ]);
  };
  assert.deepEqual(at(60), [
    [0, 1],
    [2, 1],
    [4, 1],
    [6, null],
    [20, 1],
    [22, 1],
  ]);
  assert.equal(at(600).length, 5);
});

test("points stay in order, and none is lost, whatever the gaps", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 500 })), (steps) => {
      const points = steps.toSorted((a, b) => a - b).map((step) => ({ at: step * 10 }));
      const all = withGaps(points, { stepMs: 10, pauseMs: 15 }, (at) => ({ at }));
      assert.deepEqual(
        all.map(({ at }) => at),
        all.map(({ at }) => at).toSorted((a, b) => a - b),
      );
      assert.ok(points.every((point) => all.includes(point)));
      assert.ok(all.length <= 501);
    }),
  );
});
