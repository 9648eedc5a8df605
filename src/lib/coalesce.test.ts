import assert from "node:assert/strict";
import { test } from "node:test";
import { coalesce } from "./coalesce.ts";

test("look-ups that come in together travel together, and each gets its own answer", async () => {
  const batches: (readonly number[])[] = [];
  const double = coalesce(
    async (_group, inputs: readonly number[]) => {
      batches.push(inputs);
      return inputs.map((input) => input * 2);
    },
    { maxBatch: 3, maxUnderWay: 2 },
  );
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((input) => double("", input)));
  assert.deepEqual(answers, [2, 4, 6, 8, 10, 12, 14]);
  assert.deepEqual(batches, [[1, 2, 3], [4, 5, 6], [7]]);
});

test("a look-up never joins a batch that was already sent", async () => {
  let value = "before";
  const sent: (() => void)[] = [];
  const read = coalesce(
    async (_group, inputs: readonly string[]) => {
      const seen = value;
      await new Promise<void>((resolve) => sent.push(resolve));
      return inputs.map(() => seen);
    },
    { maxBatch: 100, maxUnderWay: 1 },
  );
  const first = read("", "x");
  await turn();
  value = "after";
  const second = read("", "x");
  await turn();
  assert.equal(sent.length, 1, "the second waits, since one batch may be under way");
  sent.shift()?.();
  assert.equal(await first, "before");
  await turn();
  sent.shift()?.();
  assert.equal(await second, "after");
});

test("groups never share a batch", async () => {
  const seen: string[] = [];
  const read = coalesce(
    async (group, inputs: readonly number[]) => {
      seen.push(`${group}:${inputs.join()}`);
      return inputs;
    },
    { maxBatch: 100, maxUnderWay: 1 },
  );
  await Promise.all([read("a", 1), read("b", 2), read("a", 3)]);
  assert.deepEqual(seen.toSorted(), ["a:1,3", "b:2"]);
});

test("a failed batch fails its own look-ups and no later one", async () => {
  let calls = 0;
  const read = coalesce(
    async (_group, inputs: readonly number[]) => {
      calls++;
      if (calls === 1) throw new Error("the database went away");
      return inputs;
    },
    { maxBatch: 2, maxUnderWay: 1 },
  );
  const outcomes = await Promise.allSettled([read("", 1), read("", 2), read("", 3)]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ["rejected", "rejected", "fulfilled"],
  );
});

test("a loader that answers too few look-ups fails them all instead of leaving one waiting", async () => {
  const read = coalesce(async () => [1], { maxBatch: 10, maxUnderWay: 1 });
  const outcomes = await Promise.allSettled([read("", 1), read("", 2)]);
  assert.ok(outcomes.every((outcome) => outcome.status === "rejected"));
});

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
