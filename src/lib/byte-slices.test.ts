import assert from "node:assert/strict";
import { test } from "node:test";
import { byteSlices } from "./byte-slices.ts";

test("slices are the bytes again, in order, and let others have their turn", async () => {
  for (const length of [0, 1, 64 * 1024, 64 * 1024 + 1, 1_000_000]) {
    const bytes = Buffer.alloc(length, "abc");
    const slices: Uint8Array[] = [];
    let turns = 0;
    const takeTurn = (): void => {
      turns += 1;
      other = setImmediate(takeTurn);
    };
    let other = setImmediate(takeTurn);
    for await (const slice of byteSlices(bytes)) slices.push(slice);
    clearImmediate(other);
    assert.deepEqual(Buffer.concat(slices), bytes);
    assert.ok(slices.every((slice) => slice.length <= 64 * 1024));
    assert.ok(turns >= slices.length);
  }
});
