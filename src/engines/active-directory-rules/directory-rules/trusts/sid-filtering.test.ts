import assert from "node:assert/strict";
import { test } from "node:test";
import { type SidFiltering, sidFilteringOf } from "./sid-filtering.ts";

/** Every attribute that has a say, and two that have none. */
const bits = [0x4, 0x8, 0x20, 0x40, 0x400, 0x40_00_00, 0x80_00_00, 0x1, 0x800];

/** The truth table, row by row: the first that fits counts. */
const rows: readonly (readonly [
  fits: (trust: { direction: number; type: number; is: (bit: number) => boolean }) => boolean,
  filtering: SidFiltering,
])[] = [
  [({ direction }) => direction === 0, "not_asked"],
  [({ direction }) => direction === 1, "not_asked"],
  [({ type }) => type >= 3, "not_asked"],
  [({ is }) => is(0x20), "not_asked"],
  [({ is }) => is(0x400), "not_asked"],
  [({ is }) => is(0x40_00_00), "not_asked"],
  [({ is }) => is(0x80_00_00), "not_asked"],
  [({ is }) => is(0x8) && is(0x4), "filtered"],
  [({ is }) => is(0x8) && is(0x40), "not_filtered"],
  [({ is }) => is(0x8), "filtered"],
  [({ is }) => is(0x4), "filtered"],
  [() => true, "not_filtered"],
];

test("SID filtering follows the truth table for every direction, type and combination of attributes", () => {
  let asked = 0;
  const seen = new Map<SidFiltering, number>();
  for (const direction of [0, 1, 2, 3]) {
    for (const type of [1, 2, 3, 4, 5]) {
      for (let chosen = 0; chosen < 2 ** bits.length; chosen++) {
        const attributes = bits
          .filter((_, index) => (chosen & (1 << index)) !== 0)
          .reduce((sum, bit) => sum + bit, 0);
        const is = (bit: number) => (attributes & bit) !== 0;
        const expected = rows.find(([fits]) => fits({ direction, type, is }))?.[1];
        const told = sidFilteringOf({ direction, type, attributes });
        assert.equal(
          told,
          expected,
          `direction ${direction}, type ${type}, 0x${attributes.toString(16)}`,
        );
        seen.set(told, (seen.get(told) ?? 0) + 1);
        asked++;
      }
    }
  }
  assert.equal(asked, 4 * 5 * 2 ** 9);
  assert.deepEqual([...seen.keys()].toSorted(), ["filtered", "not_asked", "not_filtered"]);
});
