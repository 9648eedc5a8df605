/**
 * What people wait for in the console, with 10,000 sensors and 100,000 findings: the first paint of its pages in a real
 * Chromium with an empty cache, the scripts that the first page loads, the answers that they ask for, what scrolling through
 * tables costs, and how long after it was recorded a state change is on screen: `node bench/console.bench.ts [--runs N]`.
 */
import { join } from "node:path";
import { recordResults } from "#monitor/flows";
import { makePartitions } from "#monitor/history";
import { openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { runningConnection } from "#platform/postgres";
import { type StartedConsole, startConsole } from "#test/console";
import { insertSensors } from "./support/api.ts";
import { countScripts, readPageFigures } from "./support/console-pages.ts";
import { scrollTable } from "./support/console-scroll.ts";
import { insertExposure } from "./support/exposure-data.ts";
import { percentile, printRow } from "./support/http-reads.ts";
import { benchOptions, median } from "./support/measure.ts";

const sensorCount = 10_000;
const findings = { assets: 1_000, findings: 100_000 };
const { runs } = benchOptions({ seconds: 1, runs: 7, concurrency: 1 });
const with_ = `with ${sensorCount} sensors and ${findings.findings} findings`;
const log = createLog("silent", "bench");

const open = new AsyncDisposableStack();
const started = await startConsole({ after: (cleanUp) => open.defer(cleanUp) });
const running = runningConnection(join(started.installation.dir, "data"));
open.defer(async () => running.close());
const database = await openDatabase(running.connection, { log, poolSize: 2 });
open.defer(() => database.close());
const collectorId = await seed(started.tenantId);

await measurePage("the overview", "/t/default", "main h2");
await measurePage("the sensors", "/t/default/sensors", "[role=row][aria-rowindex='3'] a");
await measurePage("the findings", "/t/default/findings", "[role=row][aria-rowindex='3'] a");
const until = new Date().setHours(24, 0, 0, 0);
await measureAnswer("the overview of monitoring", `/overview/monitor?until=${until}`, 50);
await measureAnswer("the overview of the exposure", `/overview/exposure?until=${until}`, 50);
await measureAnswer("what sensors can be filtered by", "/sensor-facets", 100);
await measureTable("sensors by name", "/sensors?sort=name");
await measureTable("sensors by company, those that are up", "/sensors?sort=company&status=up");
await measureTable("sensors by state, one tag", "/sensors?sort=status&tag=site%207");
await measureTable("sensors by latency, searched", "/sensors?sort=-latency&q=99");
await measureTable("findings by risk", "/findings?sort=-risk");
await measureTable(
  "findings by when first seen, critical",
  "/findings?sort=-firstSeen&severity=CRITICAL",
);
await measureTable("findings by asset, searched", "/findings?sort=asset&q=module");
await measureTable("findings by asset, all", "/findings?sort=asset");
await measureTable("assets by risk", "/assets?sort=-risk");
await measureScroll(`${sensorCount} sensors`, "/t/default/sensors?sort=name");
await measureScroll(`${findings.findings} findings`, "/t/default/findings?sort=-risk");
await measureNews();
await open.disposeAsync();
// The browser belongs to tests, whose end it would wait for.
process.exit();

async function seed(tenantId: string): Promise<string> {
  await makePartitions({
    database,
    log,
    now: Date.now,
    retention: { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 },
  });
  return withClient(running.connection, undefined, async (client) => {
    await client.query("select set_config('vedette.tenant', $1, false)", [tenantId]);
    const { rows } = await client.query<{ id: string }>("select id from collectors limit 1");
    const id = rows[0]?.id ?? "";
    await insertSensors(client, { tenantId, collectorId: id }, sensorCount);
    await insertExposure(client, tenantId, findings);
    await client.query("vacuum analyze");
    return id;
  });
}

/** A row of milliseconds or bytes, against its target. */
function report(figure: {
  work: string;
  measured: number;
  atMost: number | null;
  unit: "ms" | "kB";
  runs: readonly number[];
  notes: string;
}): void {
  const { work, measured, atMost, unit, notes } = figure;
  const target = atMost === null ? "" : ` (target at most ${atMost} ${unit})`;
  printRow({
    work,
    cores: 2,
    measured,
    ...(atMost === null ? {} : { atMost }),
    runs: figure.runs,
    notes: `${measured} ${unit}${target}; ${notes}`,
  });
}

async function measurePage(name: string, path: string, content: string): Promise<void> {
  const paints: number[] = [];
  const contents: number[] = [];
  let scriptBytes = 0;
  for (let run = 0; run < runs; run++) {
    const page = await started.open(path);
    const figures = await readPageFigures(page, content);
    paints.push(Math.round(figures.firstPaintMs));
    contents.push(Math.round(figures.contentMs));
    ({ scriptBytes } = figures);
    await page.close();
  }
  const notes = `${with_}; empty cache, loopback; its content after ${median(contents)} ms`;
  report({
    work: `console: first paint of ${name}`,
    measured: median(paints),
    atMost: 1000,
    unit: "ms",
    runs: paints,
    notes,
  });
  report({
    work: `console: content of ${name}`,
    measured: median(contents),
    atMost: null,
    unit: "ms",
    runs: contents,
    notes: with_,
  });
  if (path !== "/t/default") return;
  report({
    work: "console: scripts of the first page",
    measured: Math.round(scriptBytes / 1000),
    atMost: 250,
    unit: "kB",
    runs: [Math.round(scriptBytes / 1000)],
    notes: `gzip; ${await countScripts()} scripts in all, loaded when their page is`,
  });
}

async function measureTable(name: string, path: string): Promise<void> {
  await time(`a table's answer: ${name}`, 100, "100 rows", (i) => {
    return `${path}&limit=100&offset=${i % 2 === 0 ? 0 : (i * 37) % 500}`;
  });
}

async function measureAnswer(name: string, path: string, atMost: number): Promise<void> {
  await time(`an answer: ${name}`, atMost, "the whole of it", () => path);
}

async function time(
  work: string,
  atMost: number,
  what: string,
  pathOf: (i: number) => string,
): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 30 + 3; i++) {
    const startedAt = performance.now();
    await started.call("GET", `/tenants/${started.tenantId}${pathOf(i)}`);
    if (i >= 3) times.push(performance.now() - startedAt);
  }
  report({
    work: `console: ${work}`,
    measured: Math.round(median(times)),
    atMost,
    unit: "ms",
    runs: [0.05, 0.5, 0.95].map((share) => Math.round(percentile(times, share))),
    notes: `median of 30, one after the other, ${what}; runs are the fastest, the median and p95; ${with_}`,
  });
}

/** What a frame costs the page while its table is scrolled as a wheel does it, and while one rushes through it. */
async function measureScroll(name: string, path: string): Promise<void> {
  const wheel = { way: "at the pace of a wheel", rowsInFrame: 4 };
  const rush = { way: "in a rush", rowsInFrame: 33 };
  for (const { way, rowsInFrame } of [wheel, rush]) {
    const page = await started.open(path);
    const { mainThreadMs, longestTaskMs, gapsMs } = await scrollTable(page, rowsInFrame);
    await page.close();
    const notes = `${rowsInFrame} rows further in each of 300 frames; drawn without a graphics card`;
    report({
      work: `console: a frame while ${name} are scrolled ${way}`,
      measured: Math.round(mainThreadMs),
      atMost: 16,
      unit: "ms",
      runs: [0.5, 0.95, 1].map((share) => Math.round(percentile(gapsMs, share))),
      notes: `CPU time of the page's main thread in the mean; runs are the median, p95 and longest time from picture to picture; ${notes}`,
    });
    report({
      work: `console: the longest task while ${name} are scrolled ${way}`,
      measured: Math.round(longestTaskMs),
      atMost: 100,
      unit: "ms",
      runs: [Math.round(longestTaskMs)],
      notes: `0: none of 50 ms or more; ${notes}`,
    });
  }
}

/** From the end of the transaction that records a failure to the row that says so. */
async function measureNews(): Promise<void> {
  const delays: number[] = [];
  const page = await started.open("/t/default/sensors?sort=name");
  const rows = await firstSensors(started);
  for (const { id } of rows) {
    const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
    await row.waitFor();
    const seen = row
      .getByText(/down/i)
      .waitFor()
      .then(() => Date.now());
    const at = Date.now();
    for (const ms of [2000, 1000, 0]) {
      const failure = {
        sensorId: id,
        at: at - ms,
        ok: false,
        cause: "no answer",
        causeCode: "timeout",
      };
      await recordResults(
        { database, now: Date.now },
        { tenantId: started.tenantId, collectorId },
        [failure],
      );
    }
    const recordedAt = Date.now();
    delays.push((await seen) - recordedAt);
  }
  report({
    work: "console: a state change on screen after it is recorded",
    measured: Math.max(...delays),
    atMost: 1000,
    unit: "ms",
    runs: delays,
    notes: `the slowest of ${delays.length}; ${with_}`,
  });
}

async function firstSensors({ call, tenantId }: StartedConsole) {
  const path = `/tenants/${tenantId}/sensors?sort=name&limit=8`;
  const { items } = await call<{ items: { id: string }[] }>("GET", path);
  return items;
}
