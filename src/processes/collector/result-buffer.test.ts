import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckResult } from "#wire/collector.v1";
import { createResultBuffer } from "./result-buffer.ts";

const result = (at: number): CheckResult => ({ sensorId: "s", at, ok: true });

test("results are handed on in the order of time, within a second, and at a thousand at once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const batches: { ats: number[]; items: number; newestAt: number }[] = [];
  const buffer = createResultBuffer({
    append: async (json, items, newestAt) => {
      const results: CheckResult[] = JSON.parse(`[${json}]`);
      batches.push({ ats: results.map(({ at }) => at), items, newestAt });
    },
    onError: (error) => assert.fail(String(error)),
  });
  buffer.add(result(3));
  buffer.add(result(1));
  t.mock.timers.tick(999);
  assert.equal(batches.length, 0);
  t.mock.timers.tick(1);
  await buffer.flush();
  assert.deepEqual(batches, [{ ats: [1, 3], items: 2, newestAt: 3 }]);
  for (let at = 0; at < 1000; at++) buffer.add(result(at));
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(batches[1]?.items, 1000);
  buffer.add(result(7));
  await buffer.flush();
  assert.deepEqual(batches[2], { ats: [7], items: 1, newestAt: 7 });
  t.mock.timers.tick(5000);
  await buffer.flush();
  assert.equal(batches.length, 3, "nothing is handed on twice");
});

test("a batch that cannot be kept is told, and the next is handed on all the same", async () => {
  const told: unknown[] = [];
  let fails = true;
  const kept: string[] = [];
  const buffer = createResultBuffer({
    append: async (json) => {
      if (fails) throw new Error("no");
      kept.push(json);
    },
    onError: (error) => told.push(error),
  });
  buffer.add(result(1));
  await buffer.flush();
  fails = false;
  buffer.add(result(2));
  await buffer.flush();
  assert.equal(told.length, 1);
  assert.equal(kept.length, 1);
});
