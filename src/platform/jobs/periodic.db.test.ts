import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { startPeriodic } from "./periodic.ts";

const { database } = await createTestDatabase();
const deps = { database, log: createLog("silent", "test") };

test("a job runs at once and again, never beside itself on another replica", async () => {
  let inside = 0;
  let most = 0;
  let runs = 0;
  const job = {
    name: "count",
    everyMs: 1,
    async work() {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      runs += 1;
    },
  };
  const replicas = [startPeriodic(job, deps), startPeriodic(job, deps)];
  await until(() => runs >= 10, { what: "ten runs" });
  await Promise.all(replicas.map((replica) => replica.stop()));
  const before = runs;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([most, runs], [1, before]);
});

test("a run that fails does not end the job", async () => {
  let runs = 0;
  const job = startPeriodic(
    {
      name: "fail",
      everyMs: 1,
      async work() {
        runs += 1;
        throw new Error("today not");
      },
    },
    deps,
  );
  await until(() => runs >= 3, { what: "three tries" });
  await job.stop();
});

test("stopping does not wait for the next run", async () => {
  let runs = 0;
  const job = startPeriodic(
    { name: "rare", everyMs: 3_600_000, work: async () => (runs += 1) },
    deps,
  );
  await until(() => runs === 1, { what: "the first run" });
  await job.stop();
  assert.equal(runs, 1);
});
