import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { insertResults, insertSamples } from "#monitor/results";
import { withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedSensors, seedTenant } from "#test/seed";
import type { CheckResult } from "#wire/collector.v1";
import { maintainHistory } from "./maintain-history.ts";
import { noteRollups } from "./rollup.queries.ts";

const { database, admin } = await createTestDatabase();
const hour = 3_600_000;
const minute = 60_000;
const now = Date.parse("2026-11-21T10:30:00Z");
const app = await createConsoleApp(database, { now: () => now });
const retention = { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 };
const log = createLog("silent", "test");
// Late results are rolled up a minute after they came.
const maintain = () => maintainHistory({ database, log, now: () => now + 2 * minute, retention });
const seed = await seedTenant(database);
const { tenantId } = seed;
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));
await maintain();

async function take(results: CheckResult[]): Promise<void> {
  await database.transaction(tenantId, async (tx) => {
    await insertResults(tx, tenantId, results);
    await insertSamples(tx, tenantId, results);
    await noteRollups(tx, tenantId, results, now);
  });
  await maintain();
}

function run(text: string, values: readonly unknown[]) {
  return withClient(admin, undefined, (client) => client.query(text, [...values]));
}

async function sensor(name: string): Promise<string> {
  const [id = ""] = await seedSensors(database, seed, [{ name, intervalSec: 60 }]);
  return id;
}

/** A check each minute of the last hours; those of `silent` minutes before now are missing. */
function checks(sensorId: string, hours: number, silent: (minutesAgo: number) => boolean) {
  const results: CheckResult[] = [];
  for (let ago = hours * 60; ago > 0; ago -= 1) {
    if (silent(ago)) continue;
    results.push({
      sensorId,
      at: now - ago * minute,
      ok: true,
      latencyMs: ago % 10,
      lossPercent: 1,
    });
  }
  return results;
}

const read = async (path: string, person = ask) => {
  const reply = await person("GET", path);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
};

test("a day is shown in steps of two minutes with percentiles, and a silence as a gap", async () => {
  const id = await sensor("day");
  await take(checks(id, 5, (ago) => ago > 60 && ago <= 120));
  const series = await read(`/sensors/${id}/series`);
  assert.equal(series.stepMs, 2 * minute);
  assert.deepEqual([series.range, series.toAt], ["24h", now]);
  assert.equal(series.total.checks, 240);
  assert.deepEqual(
    [series.total.latencyMin, series.total.latencyMax, series.total.latencyMean],
    [0, 9, 4.5],
  );
  assert.deepEqual(
    [series.total.latencyP50, series.total.latencyP95, series.total.latencyP99],
    [4, 9, 9],
  );
  assert.equal(series.total.lossMean, 1);
  const gaps = series.latencyMean.flatMap((value: number | null, i: number) =>
    value === null ? [series.at[i]] : [],
  );
  assert.deepEqual(gaps, [now - 120 * minute]);
  for (const column of ["checks", "failed", "latencyP99", "lossMean"]) {
    assert.equal(series[column].length, series.at.length, column);
  }
});

test("longer ranges are put together from what is kept and from what came since", async () => {
  const id = await sensor("week");
  await take(checks(id, 6, () => false));
  for (const [range, stepMs] of [
    ["7d", 15 * minute],
    ["30d", hour],
    ["1y", 12 * hour],
  ] as const) {
    const series = await read(`/sensors/${id}/series?range=${range}`);
    assert.equal(series.stepMs, stepMs);
    assert.equal(series.total.checks, 360, range);
    assert.deepEqual([series.total.latencyMin, series.total.latencyMax], [0, 9]);
    assert.equal(series.total.latencyMean, 4.5);
    assert.equal(series.total.latencyP95, null);
    assert.ok(series.latencyP95.every((value: number | null) => value === 9));
  }
});

test("outages are told with the chart, and uptime counts neither gaps nor maintenance", async () => {
  const id = await sensor("outage");
  await take(checks(id, 20, (ago) => ago > 600 && ago <= 1080));
  const incident = newId();
  await run(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at) values
     ($1, $2, 'sensor', $3, 'outage', 'no answer', $4, $5)`,
    [tenantId, incident, id, now - 90 * minute, now - 30 * minute],
  );
  const { outages } = await read(`/sensors/${id}/series`);
  assert.deepEqual(outages, [
    {
      id: incident,
      fromAt: now - 90 * minute,
      toAt: now - 30 * minute,
      isOpen: false,
      cause: "no answer",
    },
  ]);
  const uptime = async () =>
    (await read(`/sensors/${id}/uptime`)).items.map((item: Record<string, number>) => [
      item["range"],
      Math.round(Number(item["percent"]) * 100) / 100,
      Number(item["countedMs"]) / minute,
      Number(item["downMs"]) / minute,
    ]);
  // Twelve hours heard of, in parts of five minutes; one of them down.
  const [day, week, , year] = await uptime();
  assert.deepEqual(day, ["24h", 91.67, 720, 60]);
  assert.deepEqual(week, ["7d", 91.67, 720, 60]);
  assert.equal(year?.[3], 60);
  await run(
    `insert into maintenance_windows (tenant_id, id, name, starts_at, ends_at, sensor_ids, created_at)
     values ($1, $2, 'swap', $3, $4, $5, 0)`,
    [tenantId, newId(), now - 60 * minute, now - 30 * minute, [id]],
  );
  assert.deepEqual((await uptime())[0], ["24h", 95.65, 690, 30]);
  const never = await read(`/sensors/${await sensor("never")}/uptime`);
  assert.ok(never.items.every((item: { percent: number | null }) => item.percent === null));
});

/** Uptime by another way: every second is looked at by itself. */
function bySeconds(from: number, outages: readonly (readonly [from: number, to: number])[]) {
  let [counted, down] = [0, 0];
  for (let at = from; at < now; at += 1000) {
    counted += 1;
    if (outages.some(([start, end]) => at >= start && at < end)) down += 1;
  }
  return { percent: 100 * (1 - down / counted), countedMs: counted * 1000, downMs: down * 1000 };
}

async function seedIncident(sensorId: string, openedAt: number, closedAt: number | null) {
  await run(
    `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at)
     values ($1, $2, 'sensor', $3, 'seeded', 'no answer', $4, $5)`,
    [tenantId, newId(), sensorId, openedAt, closedAt],
  );
}

interface UptimeItem {
  range: string;
  percent: number | null;
  countedMs: number;
  downMs: number;
}
const uptimes = async (id: string): Promise<UptimeItem[]> =>
  (await read(`/sensors/${id}/uptime`)).items;

test("a sensor that was never up was up for 0 % of the time since its first check, over every range", async () => {
  const id = await sensor("never up");
  // Neither the first check nor now is where a part begins.
  const first = now - 7 * minute - 13_000;
  await take(
    [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({ sensorId: id, at: first + n * minute, ok: false })),
  );
  await seedIncident(id, first, null);
  for (const { range, percent, countedMs, downMs } of await uptimes(id)) {
    assert.deepEqual([range, percent, countedMs, downMs], [range, 0, now - first, now - first]);
  }
});

test("a year is as long as the sensor is known, and ends when it was last checked", async () => {
  const id = await sensor("young");
  const first = now - 130 * minute + 7000;
  const last = first + 60 * minute;
  const results: CheckResult[] = [];
  for (let at = first; at <= last; at += minute) results.push({ sensorId: id, at, ok: true });
  await take(results);
  for (const { percent, countedMs } of await uptimes(id)) {
    assert.deepEqual([percent, countedMs], [100, last - first]);
  }
});

test("uptime is what one gets who looks at every second of the recorded history", async () => {
  const id = await sensor("counted");
  const first = now - 23 * hour - 17_000;
  const outages = [
    [first + 40_000, first + 11 * minute],
    [now - 9 * hour - 1000, now - 8 * hour - 34_000],
    [now - 25 * minute - 5000, now - 2000],
  ] as const;
  const results: CheckResult[] = [];
  for (let at = first; at < now; at += 20_000) {
    results.push({ sensorId: id, at, ok: !outages.some(([from, to]) => at >= from && at < to) });
  }
  await take(results);
  for (const [from, to] of outages) await seedIncident(id, from, to);
  const expected = bySeconds(first, outages);
  for (const { range, percent, countedMs, downMs } of await uptimes(id)) {
    assert.deepEqual([range, countedMs, downMs], [range, expected.countedMs, expected.downMs]);
    assert.ok(Math.abs((percent ?? 0) - expected.percent) < 1e-9);
  }
});

test("uptime leaves out the time in which it failed behind a parent that was down, and only that", async () => {
  const [top, middle, id] = [await sensor("top"), await sensor("middle"), await sensor("below")];
  await run("update sensors set parent_id = $1 where id = $2", [top, middle]);
  await run("update sensors set parent_id = $1 where id = $2", [middle, id]);
  const cut = [now - 10 * hour, now - 9 * hour] as const;
  // Behind the first outage it fails, behind the second it goes on answering.
  await seedIncident(top, ...cut);
  await seedIncident(top, now - 5 * hour, now - 4 * hour);
  const first = now - 20 * hour;
  const results: CheckResult[] = [];
  for (let at = first; at < now; at += minute) {
    results.push({ sensorId: id, at, ok: at < cut[0] || at >= cut[1] });
  }
  await take(results);
  for (const { range, percent, countedMs, downMs } of await uptimes(id)) {
    assert.deepEqual([range, percent, countedMs, downMs], [range, 100, 19 * hour, 0]);
  }
});

test("interfaces and host aspects have series of their own, by name", async () => {
  const id = await sensor("switch");
  const facts = { alias: null, ifIndex: 1, adminStatus: "up", operStatus: "up", speedBps: 1e9 };
  const rates = {
    inErrorsPerSec: 1,
    outErrorsPerSec: 1,
    inDiscardsPerSec: 0,
    outDiscardsPerSec: 0,
  };
  const name = "Gi0/1 a&b";
  await take(
    Array.from({ length: 300 }, (_, i): CheckResult => ({
      sensorId: id,
      at: now - (300 - i) * minute,
      ok: true,
      interfaces: [{ ...facts, ...rates, name, inBps: i, outBps: 2 * i, utilisationPercent: null }],
      host: [{ aspect: "cpu", name: "cpu", percent: 40, used: null, total: null, seconds: null }],
    })),
  );
  for (const range of ["24h", "7d", "30d", "1y"]) {
    const query = `?range=${range}&name=${encodeURIComponent(name)}`;
    const traffic = await read(`/sensors/${id}/interface-series${query}`);
    assert.equal(Math.max(...traffic.inMax), 299, range);
    assert.equal(Math.max(...traffic.outMax), 598);
    assert.ok(traffic.errorsMean.every((value: number) => value === 2));
    const cpu = await read(`/sensors/${id}/host-series?range=${range}&aspect=cpu&name=cpu`);
    assert.ok(cpu.percentMean.length > 0);
    assert.ok(cpu.percentMean.every((value: number) => value === 40));
  }
  assert.deepEqual((await read(`/sensors/${id}/interface-series?name=other`)).at, []);
});

test("who may not see the sensor sees nothing of its history; a wrong question is refused", async () => {
  const id = await sensor("hidden");
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const limited = await seedMember(database, tenantId, "viewer", [newId()]);
  const paths = [
    "/series",
    "/uptime",
    "/interface-series?name=a",
    "/host-series?name=cpu&aspect=cpu",
  ].map((path) => `/sensors/${id}${path}`);
  for (const path of paths) {
    assert.equal((await askConsole(app, tenantId, limited)("GET", path)).statusCode, 404, path);
    const there = askConsole(app, theirs.tenantId, stranger);
    assert.equal((await there("GET", path)).statusCode, 404, path);
    assert.equal((await ask("GET", path)).statusCode, 200, path);
  }
  for (const path of [
    `/sensors/${id}/series?range=2h`,
    `/sensors/${id}/series?range=7d&range=7d`,
    `/sensors/${id}/interface-series`,
    `/sensors/${id}/host-series?name=cpu&aspect=x`,
  ]) {
    assert.equal((await ask("GET", path)).statusCode, 400, path);
  }
  assert.equal((await ask("GET", "/sensors/x/series")).statusCode, 404);
});
