import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { InvalidGzip, gunzip, gzip } from "./gzip.ts";

test("members joined decode to their texts joined", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), async (texts) => {
      const members = await Promise.all(texts.map((text) => gzip(text)));
      assert.equal((await gunzip(Buffer.concat(members), 1 << 20)).toString(), texts.join(""));
    }),
  );
});

test("a bomb is refused at the bound, over all members together", async () => {
  const member = await gzip("0".repeat(1_000_000));
  await gunzip(Buffer.concat([member, member]), 2_000_000);
  await assert.rejects(
    gunzip(Buffer.concat([member, member]), 1_999_999),
    (error: unknown) => error instanceof InvalidGzip && error.tooLarge,
  );
});

test("a bound of nothing lets nothing through but nothing", async () => {
  assert.equal((await gunzip(await gzip(""), 0)).length, 0);
  await assert.rejects(
    gunzip(await gzip("x"), 0),
    (error: unknown) => error instanceof InvalidGzip && error.tooLarge,
  );
});

test("cut or changed at any byte, data is refused or still says what it said", async () => {
  const text = JSON.stringify({ sensorId: "x", latencyMs: 1.25 });
  const data = await gzip(text);
  for (let i = 0; i < data.length; i++) {
    await assert.rejects(gunzip(data.subarray(0, i), 1000), InvalidGzip);
    const changed = Buffer.from(data);
    changed.writeUInt8(changed.readUInt8(i) ^ 0x10, i);
    const read = await gunzip(changed, 1000).catch((error: unknown) => {
      assert.ok(error instanceof InvalidGzip);
      return null;
    });
    if (read !== null) assert.equal(read.toString(), text);
  }
});
