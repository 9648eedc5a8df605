import assert from "node:assert/strict";
import { test } from "node:test";
import { type Turn, Turns } from "./turns.ts";

async function taken(turns: Turns, key: string, timeoutMs = 1000): Promise<Turn> {
  const turn = await turns.take(key, timeoutMs);
  assert.ok(turn !== null);
  return turn;
}

test("turns at one device come one after the other, in the order they were asked for", async () => {
  const turns = new Turns();
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map(async (each) => {
      const turn = await taken(turns, "a");
      order.push(each);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(-each);
      turn.end();
      turn.end(); // twice does no harm
    }),
  );
  assert.deepEqual(order, [1, -1, 2, -2, 3, -3, 4, -4]);
});

test("devices do not wait for each other", async () => {
  const turns = new Turns();
  const first = await taken(turns, "a");
  const other = await taken(turns, "b", 0);
  first.end();
  other.end();
});

test("who waits too long goes without, and does not block those behind", async () => {
  const turns = new Turns();
  const first = await taken(turns, "a");
  const late = await turns.take("a", 10);
  assert.equal(late, null);
  const next = turns.take("a", 1000);
  first.end();
  (await next)?.end();
  assert.ok(await taken(turns, "a", 0));
});

test("a holder without answers lets the next one in, a holder with answers does not", async () => {
  const patienceMs = 60;
  const turns = new Turns(patienceMs);
  const silent = await taken(turns, "a");
  const startedAt = performance.now();
  const second = await taken(turns, "a");
  assert.ok(performance.now() - startedAt >= patienceMs - 5);
  const talking = setInterval(() => second.progress(), 10);
  const third = await turns.take("a", patienceMs * 3);
  clearInterval(talking);
  assert.equal(third, null);
  second.end();
  silent.end();
  assert.ok(await taken(turns, "a", 0));
});
