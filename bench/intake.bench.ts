/**
 * How many results the server takes in a second: history, state and incidents of 10,000 sensors, one PostgreSQL, in
 * batches of 1,000 as a busy collector sends them. Everything but the HTTP request itself, which `whole.bench.ts` has.
 */
import { newId } from "#lib/ids";
import { recordResults } from "#monitor/flows";
import { makePartitions } from "#monitor/history";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { seedSensors, seedTenant } from "#test/seed";
import type { CheckResult } from "#wire/collector.v1";
import { benchOptions, measure } from "./support/measure.ts";

const { seconds, runs, concurrency } = benchOptions({ seconds: 8, runs: 3, concurrency: 2 });
const sensorCount = 10_000;
const batchSize = 1000;

const { database } = await createTestDatabase({ durable: true });
const log = createLog("silent", "bench");
const retention = { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 };
await makePartitions({ database, log, now: Date.now, retention });
const seed = await seedTenant(database);
const sensorIds = await seedSensors(
  database,
  seed,
  Array.from({ length: sensorCount }, () => ({})),
);

let next = 0;
let at = Date.now() - 3_600_000;

/** The next thousand sensors, each with its next result; one in fifty fails, so that states and incidents move, too. */
function nextBatch(): CheckResult[] {
  return Array.from({ length: batchSize }, () => {
    const sensorId = sensorIds[next % sensorCount] ?? newId();
    if (next % sensorCount === 0) at += 1000;
    next += 1;
    return Math.floor(at / 7000 + next) % 50 === 0
      ? {
          sensorId,
          at,
          ok: false,
          cause: `no answer from 127.0.0.1 to 3 packets`,
          causeCode: "timeout",
        }
      : {
          sensorId,
          at,
          ok: true,
          latencyMs: 0.4 + (next % 100) / 100,
          lossPercent: 0,
          jitterMs: 0.02,
        };
  });
}

await measure(
  {
    work: "intake: results recorded (history, state, incidents), batches of 1,000",
    unit: "batch of 1,000 results",
    seconds,
    runs,
    concurrency,
    notes: `${sensorCount} sensors; CPU is the server's alone, PostgreSQL runs beside it`,
    once: async () =>
      (await recordResults({ database, now: Date.now }, seed, nextBatch())).recorded === batchSize,
  },
  2,
);
await database.close();
