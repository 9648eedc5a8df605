import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { uptimeOf } from "./uptime.ts";

const minute = 60_000;
const span = { fromAt: 0, toAt: 1000 * minute };
const heard = { firstAt: 0, untilAt: 999 * minute, gaps: [], partMs: 5 * minute };
const facts = { heard, pauseMs: 10 * minute, outages: [], unreachable: [], maintenance: [] };
const minutes = (from: number, to: number) => ({ fromAt: from * minute, toAt: to * minute });

test("ten minutes down of a thousand are 99 %", () => {
  const { percent, downMs, outages } = uptimeOf(span, { ...facts, outages: [minutes(100, 110)] });
  assert.deepEqual([percent, downMs, outages], [99, 10 * minute, 1]);
});

test("time without results counts neither as up nor as down", () => {
  const gap = { ...heard, gaps: [[295 * minute, 800 * minute]] as [number, number][] };
  const silent = uptimeOf(span, { ...facts, heard: gap, outages: [minutes(250, 310)] });
  assert.deepEqual([silent.countedMs, silent.downMs], [500 * minute, 50 * minute]);
  assert.equal(silent.percent, 90);
  const late = uptimeOf(span, { ...facts, heard: { ...heard, firstAt: 900 * minute } });
  assert.equal(late.countedMs, 100 * minute);
  const ended = uptimeOf(span, { ...facts, heard: { ...heard, untilAt: 500 * minute } });
  assert.equal(ended.countedMs, 500 * minute);
  const never = { firstAt: null, untilAt: null, gaps: [], partMs: minute };
  assert.equal(uptimeOf(span, { ...facts, heard: never }).percent, null);
});

test("maintenance counts neither as up nor as down", () => {
  const { percent, countedMs } = uptimeOf(span, {
    ...facts,
    outages: [minutes(90, 150)],
    maintenance: [minutes(100, 600)],
  });
  assert.equal(countedMs, 500 * minute);
  assert.equal(percent, 98);
});

test("failing behind a parent that is down counts neither as up nor as down, an outage of its own does", () => {
  const { countedMs, downMs } = uptimeOf(span, {
    ...facts,
    outages: [minutes(90, 150)],
    unreachable: [minutes(100, 600)],
  });
  assert.deepEqual([countedMs, downMs], [550 * minute, 60 * minute]);
});

test("an outage that began before the span, or has not ended, counts as far as it is within", () => {
  const both = uptimeOf(span, { ...facts, outages: [minutes(-100, 50), minutes(950, 2000)] });
  assert.deepEqual([both.percent, both.outages], [90, 2]);
});

test("uptime is always between 0 and 100, and more outages never raise it", () => {
  const anySpan = fc
    .tuple(fc.integer({ min: -50, max: 1000 }), fc.integer({ min: 0, max: 400 }))
    .map(([from, length]) => minutes(from, from + length));
  fc.assert(
    fc.property(fc.array(anySpan), fc.array(anySpan), anySpan, (outages, maintenance, more) => {
      const before = uptimeOf(span, { ...facts, outages, maintenance }).percent;
      const after = uptimeOf(span, {
        ...facts,
        outages: [...outages, more],
        maintenance,
      }).percent;
      assert.ok(before === null || (before >= 0 && before <= 100));
      assert.ok((after ?? 0) <= (before ?? 0));
    }),
  );
});
