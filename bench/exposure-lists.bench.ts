/**
 * How long a page of 1,000 of a million open findings takes, early and late, and the whole list, and how much memory the
 * server needs for it: `node bench/exposure-lists.bench.ts [--runs N]`. Needs taskset(1) and 4 GB of disk.
 */
import { type ApiServer, pinToSecondCore, startApiServer } from "./support/api.ts";
import { assetCount, findingCount, makeExposureData } from "./support/exposure-data.ts";
import { growth, percentile, printRow, read } from "./support/http-reads.ts";
import { benchOptions, median } from "./support/measure.ts";

pinToSecondCore();
const { runs } = benchOptions({ seconds: 1, runs: 3, concurrency: 1 });
const pagesPerRun = 100;
const base = "/exposure/public/v1";
const where = "server on core 0; PostgreSQL and client on core 1";
const headersOf = (authorization: string) => ({ authorization });

/** @param path of the page, given a random whole number. */
async function pages(
  server: ApiServer,
  headers: Record<string, string>,
  work: string,
  path: (random: number) => string,
): Promise<void> {
  const p50: number[] = [];
  const p95: number[] = [];
  const before = await server.usage();
  for (let run = 0; run < runs; run++) {
    const times: number[] = [];
    for (let i = 0; i < pagesPerRun; i++) {
      const random = Math.floor(Math.random() * 1e9);
      times.push((await read(server, base + path(random), headers)).ms);
    }
    p50.push(percentile(times, 0.5));
    p95.push(percentile(times, 0.95));
  }
  const after = await server.usage();
  const cpuSec = (after.cpuSec - before.cpuSec) / (runs * pagesPerRun);
  printRow({
    work,
    unit: "page",
    rate: Math.round(1000 / median(p50)),
    cpuPer1000: Number((cpuSec * 1000).toFixed(3)),
    rssMiB: Math.round(after.rssBytes / 2 ** 20),
    p50ms: Number(median(p50).toFixed(1)),
    p95ms: Number(median(p95).toFixed(1)),
    runs: p95.map((ms) => Number(ms.toFixed(1))),
    notes: `one after the other; p95 ${median(p95).toFixed(1)} ms; runs are p95 in ms; ${where}`,
  });
}

async function whole(
  server: ApiServer,
  headers: Record<string, string>,
  { work, path, rows }: { work: string; path: string; rows: number },
): Promise<void> {
  const times: number[] = [];
  const grown: number[] = [];
  let size = 0;
  const before = await server.usage();
  for (let run = 0; run < runs; run++) {
    grown.push(
      await growth(server, async () => {
        const { ms, bytes } = await read(server, base + path, headers);
        times.push(ms);
        size = bytes;
      }),
    );
  }
  const after = await server.usage();
  printRow({
    work,
    unit: "row",
    rate: Math.round((rows / median(times)) * 1000),
    cpuPer1000: Number((((after.cpuSec - before.cpuSec) / runs / rows) * 1000).toFixed(4)),
    rssMiB: Math.round(after.rssBytes / 2 ** 20),
    growthMiB: Math.round(Math.max(...grown)),
    runs: times.map(Math.round),
    notes: `${(size / 2 ** 20).toFixed(0)} MiB sent; memory grew by ${grown.map((mib) => mib.toFixed(0)).join("/")} MiB; runs are ms of the whole list; ${where}`,
  });
}

const data = await makeExposureData();
const server = await startApiServer({
  connection: data.connection,
  limit: 10_000_000,
  rateLimitStore: "memory",
  service: "exposure",
});
try {
  const headers = headersOf(data.authorization);
  const anyPage = (random: number) => (random % (findingCount / 1000)) * 1000;
  const named = `a page of 1,000 of ${findingCount} open findings`;
  await pages(server, headers, `${named}, the first`, () => "/findings?limit=1000");
  await pages(
    server,
    headers,
    `${named}, any`,
    (random) => `/findings?limit=1000&offset=${anyPage(random)}`,
  );
  await pages(
    server,
    headers,
    `${named}, any of one site's 100000`,
    (random) => `/findings?limit=1000&siteId=${data.siteId}&offset=${((random % 100) | 0) * 1000}`,
  );
  await pages(
    server,
    headers,
    `${named}, by confidence`,
    () => "/findings?limit=1000&minConfidence=50",
  );
  await pages(
    server,
    headers,
    `the findings of one asset of ${findingCount} open findings`,
    () => `/findings?limit=1000&assetId=${data.assetId}`,
  );
  await pages(
    server,
    headers,
    `a page of 1,000 of ${assetCount} assets, any`,
    (random) => `/assets?limit=1000&offset=${(random % (assetCount / 1000)) * 1000}`,
  );
  const list = {
    work: `the whole list of ${findingCount} open findings`,
    path: "/findings",
    rows: findingCount,
  };
  // The first one warms up: code, connections and the memory for both.
  await read(server, `${base}/findings`, headers);
  await whole(server, headers, list);
  await whole(
    server,
    { ...headers, "accept-encoding": "gzip" },
    { ...list, work: `${list.work}, gzip` },
  );
  await whole(server, headers, {
    work: `the whole list of ${assetCount} assets with 5 services each`,
    path: "/assets",
    rows: assetCount,
  });
} finally {
  await server.stop();
  await data.remove();
}
