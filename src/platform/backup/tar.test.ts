import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DamagedArchive, readTar, tarEnd, tarEntry } from "./tar.ts";

const files = fc.array(
  fc
    .tuple(
      fc.stringMatching(/^[a-z]{1,20}(\/[a-z0-9.]{1,20})?$/),
      fc.uint8Array({ maxLength: 2000 }),
    )
    .map(([name, bytes]) => ({ name, content: Buffer.from(bytes) })),
  { maxLength: 5 },
);

function archiveOf(entries: readonly { name: string; content: Buffer }[]): Buffer {
  return Buffer.concat([...entries.map((each) => tarEntry(each.name, each.content, 1)), tarEnd]);
}

async function* chunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function readAll(bytes: Buffer, sizes: readonly number[] = [700]) {
  const entries: { name: string; content: Buffer }[] = [];
  for await (const entry of readTar(chunks(bytes, sizes), 10_000)) entries.push(entry);
  return entries;
}

test("files come out as they went in, however the stream is cut", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(files, sizes, async (entries, cuts) => {
      assert.deepEqual(await readAll(archiveOf(entries), cuts), entries);
    }),
  );
});

test("an archive that ends anywhere before its end is damaged", async () => {
  const whole = archiveOf([
    { name: "a", content: Buffer.from("x".repeat(600)) },
    { name: "b", content: Buffer.alloc(0) },
  ]);
  for (let length = 0; length <= whole.length - tarEnd.length; length += 37) {
    await assert.rejects(readAll(whole.subarray(0, length)), DamagedArchive);
  }
});

test("a changed header, or a size that cannot be, is damage", async () => {
  const header = tarEntry("a", Buffer.alloc(10), 1);
  for (const at of [0, 100, 124, 150]) {
    const changed = Buffer.concat([header, tarEnd]);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await assert.rejects(readAll(changed), DamagedArchive);
  }
  const huge = archiveOf([{ name: "a", content: Buffer.alloc(10_001) }]);
  await assert.rejects(readAll(huge), /no possible size/);
});

test("a name that ustar cannot hold is refused, not cut", () => {
  assert.throws(() => tarEntry("x".repeat(101), Buffer.alloc(0), 1), /too long/);
});
