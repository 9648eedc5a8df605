/**
 * How many results the server takes in a second: history, state and incidents of 10,000 sensors, one PostgreSQL, in
 * batches of 1,000 as a busy collector sends them. Everything but the HTTP request itself, which `whole.bench.ts` has.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "#lib/ids";
import { recordResults } from "#monitor/flows";
import { makePartitions } from "#monitor/history";
import { refreshStatistics } from "#monitor/sensors";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { seedSensors, seedTenant } from "#test/seed";
import type { CheckResult } from "#wire/collector.v1";
import { benchOptions, measure } from "./support/measure.ts";

const { seconds, runs, concurrency } = benchOptions({ seconds: 8, runs: 3, concurrency: 2 });
const sensorCount = 10_000;
const batchSize = 1000;

const log = createLog("silent", "bench");
const dir = await mkdtemp(join(tmpdir(), "vedette-intake-"));
const place = { dataDir: join(dir, "data"), databaseUrl: undefined };
const installation = await openInstallation(place, { as: "server", name: "bench", log });
const { database } = installation;
const retention = { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 };
await makePartitions({ database, log, now: Date.now, retention });
const seed = await seedTenant(database);
const sensorIds = await seedSensors(
  database,
  seed,
  Array.from({ length: sensorCount }, () => ({})),
);

// As `vedette apply` does after many changes.
await refreshStatistics(database.system);

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
await installation.close();
await rm(dir, { recursive: true });
