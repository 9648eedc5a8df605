import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { text as textOf } from "node:stream/consumers";
import fc from "fast-check";
import { writeBundleReply } from "./bundle-reply.ts";

const sha256 = "ab".repeat(32);

test("a bundle is written whole, whatever its length, with as many bytes as were said", async () => {
  const lengths = fc.oneof(
    fc.nat(10),
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -4, max: 4 })).map(
      // Around where one piece ends and the next begins.
      ([pieces, more]) => pieces * 48 * 1024 + more,
    ),
  );
  await fc.assert(
    fc.asyncProperty(lengths, async (length) => {
      const gzip = Buffer.from(Array.from({ length }, (_, i) => (i * 31) % 251));
      const { text, bytes } = writeBundleReply({ sha256, gzip, serverTime: 5 });
      const json = await textOf(text);
      assert.equal(Buffer.byteLength(json), bytes);
      assert.deepEqual(JSON.parse(json), { sha256, serverTime: 5, gzip: gzip.toString("base64") });
    }),
    { numRuns: 40 },
  );
});

test("of a bundle that nobody reads hardly anything is put into words", async () => {
  const gzip = Buffer.alloc(10 * 1024 * 1024);
  const { text } = writeBundleReply({ sha256, gzip, serverTime: 5 });
  await once(text, "readable");
  assert.ok(text.readableLength > 0 && text.readableLength < 512 * 1024);
  text.destroy();
});
