import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Due, DueQueue } from "./due-queue.ts";

interface Task extends Due {
  id: number;
}

test("whatever is put, moved and removed, tasks leave in the order of their times, each once", () => {
  const step = fc.record({
    id: fc.nat(20),
    dueAt: fc.integer({ min: -5, max: 50 }),
    remove: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new DueQueue<Task>();
      const tasks = Array.from({ length: 21 }, (_, id): Task => ({ id, dueAt: 0, queueIndex: -1 }));
      const model = new Map<number, number>();
      for (const { id, dueAt, remove } of steps) {
        const task = tasks[id];
        assert.ok(task !== undefined);
        if (remove) {
          queue.remove(task);
          model.delete(id);
        } else {
          queue.put(task, dueAt);
          model.set(id, dueAt);
        }
        assert.equal(queue.size, model.size);
      }
      const left: [number, number][] = [];
      for (let task = queue.first(); task !== undefined; task = queue.first()) {
        queue.remove(task);
        left.push([task.id, task.dueAt]);
      }
      assert.deepEqual(
        left.map(([, dueAt]) => dueAt),
        [...model.values()].toSorted((a, b) => a - b),
      );
      assert.deepEqual(new Map(left), model);
    }),
  );
});
