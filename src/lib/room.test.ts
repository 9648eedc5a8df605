import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRoom } from "./room.ts";

const never = new AbortController().signal;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("never is more taken than there is, nor by one owner than its share, and everybody has their turn", async () => {
  const asks = fc.array(
    fc.record({ owner: fc.constantFrom("a", "b", "c"), amount: fc.integer({ min: 0, max: 6 }) }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(asks, async (all) => {
      const room = createRoom({ total: 10, perOwner: 6 });
      const taken = new Map<string, number>();
      const change = (owner: string, by: number) => taken.set(owner, (taken.get(owner) ?? 0) + by);
      await Promise.all(
        all.map(async ({ owner, amount }) => {
          const giveBack = await room.take(owner, amount, never);
          assert.ok(giveBack !== null);
          change(owner, amount);
          assert.ok((taken.get(owner) ?? 0) <= 6);
          assert.ok([...taken.values()].reduce((sum, one) => sum + one, 0) <= 10);
          await nextTurn();
          change(owner, -amount);
          giveBack();
          giveBack();
        }),
      );
      for (const owner of ["a", "b"]) assert.ok(await room.take(owner, 5, never));
    }),
    { numRuns: 100 },
  );
});

test("who asked first comes first; an owner that has its share is passed, something large is not", async () => {
  const room = createRoom({ total: 10, perOwner: 8 });
  const entered: string[] = [];
  const take = async (owner: string, amount: number) => {
    const giveBack = await room.take(owner, amount, never);
    entered.push(`${owner}${amount}`);
    return giveBack ?? assert.fail();
  };
  const first = await take("a", 7);
  const waiting = [take("a", 2), take("b", 8), take("c", 1)];
  await nextTurn();
  assert.deepEqual(entered, ["a7"], "c is small enough, but b would wait for ever");
  first();
  await nextTurn();
  assert.deepEqual(entered, ["a7", "a2", "b8"]);
  (await waiting[0])?.();
  await Promise.all(waiting);
  assert.deepEqual(entered, ["a7", "a2", "b8", "c1"]);
});

test("who gives up leaves the queue, and holds up nobody behind", async () => {
  const room = createRoom({ total: 10, perOwner: 10 });
  assert.equal(await room.take("a", 1, AbortSignal.abort()), null);
  await room.take("a", 6, never);
  const givenUp = new AbortController();
  const large = room.take("b", 9, givenUp.signal);
  const small = room.take("c", 4, never);
  givenUp.abort();
  assert.equal(await large, null);
  assert.ok((await small) !== null);
});

test("what could never be there is no wait without end", async () => {
  const room = createRoom({ total: 10, perOwner: 6 });
  await assert.rejects(room.take("a", 7, never), RangeError);
});
