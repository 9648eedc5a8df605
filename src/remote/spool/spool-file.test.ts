import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatSpoolFileName, isCoveredBy, parseSpoolFileName } from "./spool-file.ts";

const name = fc
  .record({
    first: fc.nat(2_000_000_000),
    joined: fc.nat(5000),
    items: fc.nat(5000),
    newestAt: fc.integer({ min: 0, max: 8e15 }),
  })
  .map(({ first, joined, items, newestAt }) => ({ first, last: first + joined, items, newestAt }));

test("a name says again what it was made of, and names sort as their numbers do", () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      assert.deepEqual(parseSpoolFileName(formatSpoolFileName(a)), a);
      if (a.first < b.first) assert.ok(formatSpoolFileName(a) < formatSpoolFileName(b));
    }),
  );
});

test("other files, half-written ones among them, are not taken for ours", () => {
  const good = formatSpoolFileName({ first: 1, last: 2, items: 3, newestAt: 4 });
  for (const other of [`${good}.tmp`, "identity.json", "refused", good.replace("1-", "9-"), ""]) {
    assert.equal(parseSpoolFileName(other), null, other);
  }
});

test("files that were joined are covered by the joined one, their neighbours are not", () => {
  const joined = { first: 10, last: 20, items: 1, newestAt: 1 };
  for (const [number, covered] of [
    [9, false],
    [10, true],
    [20, true],
    [21, false],
  ] as const) {
    const file = { first: number, last: number, items: 1, newestAt: 1 };
    assert.equal(isCoveredBy(file, joined), covered);
  }
});
