import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createGate } from "./gate.ts";

test("never more than allowed run at once, those who wait get their turn in order, the rest are turned away", async () => {
  const counts = fc.record({
    atOnce: fc.integer({ min: 1, max: 4 }),
    waiting: fc.nat(5),
    callers: fc.nat(20),
    failing: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(counts, async ({ atOnce, waiting, callers, failing }) => {
      const gate = createGate(atOnce, waiting);
      const started: number[] = [];
      let running = 0;
      let most = 0;
      const all = await Promise.allSettled(
        Array.from({ length: callers }, (_, id) =>
          gate.run(async () => {
            started.push(id);
            most = Math.max(most, ++running);
            await new Promise(setImmediate);
            running--;
            if (id === failing) throw new Error("as told");
            return { id };
          }),
        ),
      );
      const admitted = Math.min(callers, atOnce + waiting);
      assert.ok(most <= atOnce);
      assert.deepEqual(
        started,
        Array.from({ length: admitted }, (_, id) => id),
      );
      const turnedAway = all.filter((one) => one.status === "fulfilled" && one.value === undefined);
      assert.equal(turnedAway.length, callers - admitted);
      assert.deepEqual(await gate.run(async () => ({ id: -1 })), { id: -1 });
    }),
    { numRuns: 50 },
  );
});
