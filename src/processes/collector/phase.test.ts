import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { nextOnGrid, placeOf } from "./phase.ts";

const place = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const intervalMs = fc.integer({ min: 1, max: 86_400 }).map((sec) => sec * 1000);
const time = fc.double({ min: 1.6e12, max: 2e12, noNaN: true });

test("the next time lies after the given one, by at most one interval, whenever it is asked", () => {
  fc.assert(
    fc.property(place, intervalMs, time, (at, interval, after) => {
      const next = nextOnGrid(at, interval, after);
      assert.ok(next > after && next <= after + interval + 0.01);
    }),
  );
});

test("the times of a sensor are the same before and after a restart", () => {
  fc.assert(
    fc.property(place, intervalMs, time, time, (at, interval, before, restart) => {
      const cycles =
        (nextOnGrid(at, interval, restart) - nextOnGrid(at, interval, before)) / interval;
      assert.ok(Math.abs(cycles - Math.round(cycles)) < 1e-3);
    }),
  );
});

test("ids made in one moment, as apply makes them, spread evenly over the interval", () => {
  const slots = new Uint32Array(100);
  for (let i = 0; i < 20_000; i++) {
    const slot = Math.floor(placeOf(newId()) * 100);
    slots[slot] = (slots[slot] ?? 0) + 1;
  }
  // 200 expected in each; six standard deviations are 85.
  assert.ok(Math.min(...slots) > 115 && Math.max(...slots) < 285, String(slots));
});
