import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { insertResults, insertSamples } from "#monitor/results";
import { statement } from "#platform/db";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import type { CheckResult } from "#wire/collector.v1";
import { maintainHistory } from "./maintain-history.ts";
import { noteRollups } from "./rollup.queries.ts";
import { neededPartitions, timeSeries } from "./time-series.ts";

const { database } = await createTestDatabase();
const log = createLog("silent", "test");
const retention = { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 };
const hour = 3_600_000;
const start = Date.parse("2026-11-21T10:00:00Z");
const maintain = (now: number) => maintainHistory({ database, log, now: () => now, retention });

const partitions = statement<[parent: string], { name: string }>(
  "test.partitions",
  "select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass($1) order by 1",
);
const rollups = statement<[tenantId: string], Record<string, number | null>>(
  "test.rollups",
  `select at, checks, failed, latency_min, latency_mean, latency_max, latency_p95, loss_mean from check_rollups_5m
   where tenant_id = $1 order by at`,
);
const hourly = statement<[tenantId: string], { checks: number; latency_p95: number }>(
  "test.rollups.hourly",
  "select checks, latency_p95 from check_rollups_1h where tenant_id = $1",
);
const interfaces = statement<[tenantId: string], { in_bps_mean: number; in_bps_max: number }>(
  "test.rollups.interfaces",
  "select in_bps_mean, in_bps_max from interface_rollups_1h where tenant_id = $1",
);
const queued = statement<[], { left: number }>(
  "test.rollups.queued",
  "select count(*) as left from rollup_queue",
);

async function take(tenantId: string, results: CheckResult[], now: number): Promise<void> {
  await database.transaction(tenantId, async (tx) => {
    await insertResults(tx, tenantId, results);
    await insertSamples(tx, tenantId, results);
    await noteRollups(tx, tenantId, results, now);
  });
}

test("an hour that ended is rolled up with min, mean, max, p95 and loss; a late result makes it anew", async () => {
  await maintain(start);
  const { tenantId } = await seedTenant(database);
  const sensorId = newId();
  const latencies = Array.from({ length: 20 }, (_, i) => i + 1);
  const checks = latencies.map((latencyMs, i): CheckResult => ({
    sensorId,
    at: start + i * 10_000,
    ok: true,
    latencyMs,
    lossPercent: 0,
  }));
  const failed: CheckResult = { sensorId, at: start + 250_000, ok: false, lossPercent: 100 };
  const unknown: CheckResult = { sensorId, at: start + 260_000, ok: false, withheld: true };
  await take(tenantId, [...checks, failed, unknown], start + 300_000);

  await maintain(start + hour - 1);
  assert.deepEqual(await database.forTenant(tenantId).run(rollups, [tenantId]), []);
  await maintain(start + hour + 60_000);
  const [row] = await database.forTenant(tenantId).run(rollups, [tenantId]);
  assert.deepEqual(
    [
      row?.["at"],
      row?.["checks"],
      row?.["failed"],
      row?.["latency_min"],
      row?.["latency_mean"],
      row?.["latency_max"],
      row?.["latency_p95"],
    ],
    [start, 21, 1, 1, 10.5, 20, 19],
  );
  assert.ok(Math.abs((row?.["loss_mean"] ?? 0) - 100 / 21) < 1e-3);

  const late = start + 2 * hour;
  await take(tenantId, [{ sensorId, at: start + 270_000, ok: true, latencyMs: 100 }], late);
  await maintain(late + 60_000);
  assert.deepEqual(await database.forTenant(tenantId).run(hourly, [tenantId]), [
    { checks: 22, latency_p95: 20 },
  ]);
  assert.deepEqual(await database.system.run(queued, []), [{ left: 0 }]);
});

test("interface traffic is rolled up, and a sample without an honest rate counts for nothing", async () => {
  const { tenantId } = await seedTenant(database);
  const facts = (inBps: number | null) => ({
    name: "Gi0/1",
    alias: null,
    ifIndex: 1,
    adminStatus: "up",
    operStatus: "up",
    speedBps: 1e9,
    inBps,
    outBps: null,
    inErrorsPerSec: null,
    outErrorsPerSec: null,
    inDiscardsPerSec: null,
    outDiscardsPerSec: null,
    utilisationPercent: null,
  });
  const sensorId = newId();
  const results = [null, 100, 300].map((bps, i): CheckResult => ({
    sensorId,
    at: start + i * 60_000,
    ok: true,
    interfaces: [facts(bps)],
  }));
  await take(tenantId, results, start + 300_000);
  await maintain(start + hour + 60_000);
  assert.deepEqual(await database.forTenant(tenantId).run(interfaces, [tenantId]), [
    { in_bps_mean: 200, in_bps_max: 300 },
  ]);
});

test("history that is too old leaves by whole partitions, and what comes finds one", async () => {
  await maintain(start);
  const before = await database.system.run(partitions, ["check_results"]);
  await maintain(start + 48 * hour);
  const after = await database.system.run(partitions, ["check_results"]);
  const kept = before.filter(({ name }) => after.some((other) => other.name === name));
  assert.ok(kept.length < before.length, "old ones are gone");
  const [series] = timeSeries(retention);
  assert.ok(series);
  assert.equal(after.length, neededPartitions(series, start + 48 * hour).length);
  await maintain(start + 48 * hour);
  assert.deepEqual(await database.system.run(partitions, ["check_results"]), after);
});

test("two servers that keep history at the same time do not disturb each other", async () => {
  await Promise.all([maintain(start + 100 * hour), maintain(start + 100 * hour)]);
});
