import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import fc from "fast-check";
import { type Taken, counted, peek } from "./byte-pieces.ts";

async function* inPieces(pieces: readonly Uint8Array[], end: { closed: boolean }) {
  try {
    for (const piece of pieces) yield piece;
  } finally {
    end.closed = true;
  }
}

test("a look at the beginning takes nothing away, however the bytes come", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 5 })),
      fc.nat(12),
      async (pieces, least) => {
        const all = Buffer.concat(pieces);
        const { head, bytes } = await peek(inPieces(pieces, { closed: false }), least);
        assert.ok(head.length >= Math.min(least, all.length));
        assert.deepEqual(head, all.subarray(0, head.length));
        assert.deepEqual(await buffer(bytes), all);
      },
    ),
  );
});

test("who stops in the middle lets go of the source", async () => {
  const end = { closed: false };
  const { bytes } = await peek(inPieces([Buffer.from("ab"), Buffer.from("cd")], end), 1);
  for await (const piece of bytes) {
    assert.equal(piece.toString(), "ab");
    break;
  }
  assert.equal(end.closed, true);
});

test("what went through is counted up to the error, which is kept", async () => {
  const broken = new Error("the disk is gone");
  const source = (async function* () {
    yield Buffer.from("abc");
    throw broken;
  })();
  const taken: Taken = { bytes: 0, error: undefined };
  await assert.rejects(buffer(counted(source, taken)), broken);
  assert.deepEqual(taken, { bytes: 3, error: broken });
});
