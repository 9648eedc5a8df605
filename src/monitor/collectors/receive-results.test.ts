import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { gzip } from "#lib/gzip";
import { Problem } from "#platform/errors";
import type { ResultBatch } from "#wire/collector.v1";
import { maxBatchBytes, readResultBatch, sortResults } from "./receive-results.ts";

const sensorId = "01990000-0000-7000-8000-000000000001";
const status = {
  version: "1",
  sensors: 1,
  lagP99Ms: 0,
  checksPerSec: 1,
  spooledResults: 0,
  droppedResults: 0,
};
const batch: ResultBatch = { results: [{ sensorId, at: 5, ok: true, latencyMs: 1.5 }], status };

async function refusal(body: Buffer, isGzip: boolean): Promise<Problem> {
  try {
    await readResultBatch({ body, isGzip });
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === "invalid_request");
    return error;
  }
  throw new assert.AssertionError({ message: "it was accepted" });
}

test("a batch is read plain and compressed, in one member or several", async () => {
  const text = JSON.stringify(batch);
  assert.deepEqual(await readResultBatch({ body: Buffer.from(text), isGzip: false }), batch);
  assert.deepEqual(await readResultBatch({ body: await gzip(text), isGzip: true }), batch);
  const parts = await Promise.all([gzip(text.slice(0, 9)), gzip(text.slice(9))]);
  assert.deepEqual(await readResultBatch({ body: Buffer.concat(parts), isGzip: true }), batch);
});

test("a bad batch is refused with the places that are wrong, however it is bad", async () => {
  const [good] = batch.results;
  const wrong = { results: [good, { ...good, at: -1 }, { ...good, secret: 1 }], status };
  const told = await refusal(Buffer.from(JSON.stringify(wrong)), false);
  assert.match(told.message, /\/results\/1\/at/);
  assert.match(told.message, /\/results\/2/);
  const many = { results: Array.from({ length: 5001 }, () => good), status };
  assert.match((await refusal(Buffer.from(JSON.stringify(many)), false)).message, /\/results/);
  assert.match((await refusal(Buffer.from("{"), false)).message, /not valid JSON/);
  assert.match((await refusal(Buffer.from("{}"), true)).message, /not a whole gzip stream/);
  const bomb = await gzip(" ".repeat(maxBatchBytes + 1));
  assert.match((await refusal(bomb, true)).message, /more than 33554432 bytes/);
});

test("results are put in the order of time, and times that cannot be are counted, not recorded", () => {
  const times = fc.array(fc.integer({ min: 0, max: 200_000 }));
  fc.assert(
    fc.property(times, (ats) => {
      const results = ats.map((at) => ({ sensorId, at, ok: true }));
      const { usable, future, tooOld } = sortResults(results, 100_000, 50_000);
      assert.deepEqual(
        usable.map(({ at }) => at),
        ats.filter((at) => at >= 50_000 && at <= 105_000).toSorted((a, b) => a - b),
      );
      assert.equal(future, ats.filter((at) => at > 105_000).length);
      assert.equal(tooOld, ats.filter((at) => at < 50_000).length);
    }),
  );
});
