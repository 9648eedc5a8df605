import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTurnstile } from "./turnstile.ts";

test("never more inside than allowed, altogether and of one key, and everybody gets in", async () => {
  const visitor = fc.record({
    key: fc.constantFrom("a", "b", "c"),
    turns: fc.integer({ min: 0, max: 5 }),
  });
  const limits = fc.record({
    total: fc.integer({ min: 1, max: 4 }),
    perKey: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(limits, fc.array(visitor, { maxLength: 30 }), async (allowed, visitors) => {
      const turnstile = createTurnstile(allowed);
      const inside: string[] = [];
      await Promise.all(
        visitors.map(async ({ key, turns }) => {
          const leave = await turnstile.enter(key);
          inside.push(key);
          assert.ok(inside.length <= allowed.total);
          assert.ok(inside.filter((other) => other === key).length <= allowed.perKey);
          for (let i = 0; i < turns; i++) await Promise.resolve();
          inside.splice(inside.indexOf(key), 1);
          leave();
        }),
      );
    }),
  );
});

test("one key that waits does not hold up another", async () => {
  const turnstile = createTurnstile({ total: 3, perKey: 1 });
  const leaveFirst = await turnstile.enter("a");
  const order: string[] = [];
  const second = turnstile.enter("a").then(() => order.push("a"));
  await turnstile.enter("b");
  order.push("b");
  leaveFirst();
  await second;
  assert.deepEqual(order, ["b", "a"]);
});
