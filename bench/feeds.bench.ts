/**
 * How long it takes to load feeds of today's size: 400,000 records of NVD in yearly files, the same again when little of
 * it is new, and the daily EPSS. From packed files to the exchanged tables, on one embedded PostgreSQL.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFeedFiles } from "#exposure/feeds";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { writeEpss, writeNvdYear } from "./support/made-feeds.ts";
import { emit, timed } from "./support/measure.ts";

const years = 20;
const recordsOfYear = 20_000;
const changedRecords = 2_000;
const epssRows = 335_000;

const log = createLog("silent", "bench");
const dir = await mkdtemp(join(tmpdir(), "vedette-feeds-"));
const place = { dataDir: join(dir, "data"), databaseUrl: undefined };
const installation = await openInstallation(place, { as: "server", name: "bench", log });
const deps = { connection: installation.connection, now: Date.now };

async function load(work: string, unit: string, files: readonly string[], notes: string) {
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 20);
  const { result, seconds, cpuSec } = await timed(() => importFeedFiles(deps, files));
  clearInterval(watch);
  const [failure] = result.failures;
  if (failure !== undefined) throw new Error(failure.reason);
  const count = result.imported
    .flatMap((feed) => feed.files)
    .reduce((sum, { records }) => sum + records, 0);
  const figures = `${count} in ${seconds.toFixed(1)} s, at most ${Math.round(peakBytes / 2 ** 20)} MiB; ${notes}`;
  emit({ work, unit, count, seconds, cpuSec, notes: figures });
}

try {
  const files = Array.from({ length: years }, (_, i) => join(dir, `nvd-${2002 + i}.json.gz`));
  let bytes = 0;
  for (const [i, file] of files.entries()) {
    bytes += await writeNvdYear(file, 2002 + i, recordsOfYear);
  }
  const size = `${years} files, ${(bytes / 1e9).toFixed(2)} GB of JSON`;
  await load("feeds: NVD into an empty installation", "record", files, size);

  const changed = join(dir, "changed.json.gz");
  await writeNvdYear(changed, 2021, changedRecords);
  await load("feeds: NVD, the changes of some hours", "record", [changed], "into 400,000");

  for (const [day, work] of [
    [20, "feeds: EPSS into an empty installation"],
    [21, "feeds: EPSS, the next day"],
  ] as const) {
    const file = join(dir, `epss-${day}.csv.gz`);
    await writeEpss(file, epssRows, day);
    await load(work, "row", [file], "one file");
  }
} finally {
  await installation.close();
  await rm(dir, { recursive: true });
}
