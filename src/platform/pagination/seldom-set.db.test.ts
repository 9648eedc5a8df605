import assert from "node:assert/strict";
import { test } from "node:test";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { filtersAt, seldomSet } from "./seldom-set.queries.ts";

const { database } = await createTestDatabase();
const filter = filtersAt((position) => `$${position}`);
const find = statement<
  [least: number | null, most: number | null, among: number[] | null],
  { n: number }
>(
  "test.seldom-set",
  `select n from generate_series(1, 5) as n where ${seldomSet([
    filter(1, "integer", (value) => `n >= ${value}`),
    filter(2, "integer", (value) => `n <= ${value}`),
    filter(3, "integer[]", (value) => `n = any(${value})`),
  ])} order by n`,
);

test("every filter that is set holds, whichever others are, and none that is not", async () => {
  for (const least of [null, 2]) {
    for (const most of [null, 4]) {
      for (const among of [null, [1, 3, 4, 5]]) {
        const found = await database.system.run(find, [least, most, among]);
        const wanted = [1, 2, 3, 4, 5].filter(
          (n) => n >= (least ?? n) && n <= (most ?? n) && (among?.includes(n) ?? true),
        );
        assert.deepEqual(
          found.map(({ n }) => n),
          wanted,
          JSON.stringify({ least, most, among }),
        );
      }
    }
  }
});
