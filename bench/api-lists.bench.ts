/**
 * How long a page of 1,000 of 100,000 sensors takes, and the whole list, and how much memory the server needs for it:
 * `node bench/api-lists.bench.ts [--runs N]`. Needs taskset(1).
 */
import {
  type ApiServer,
  makeApiData,
  pinToSecondCore,
  sensorCount,
  startApiServer,
} from "./support/api.ts";
import { growth, percentile, printRow, read } from "./support/http-reads.ts";
import { benchOptions, median } from "./support/measure.ts";

pinToSecondCore();
const { runs } = benchOptions({ seconds: 1, runs: 3, concurrency: 1 });
const pagesPerRun = 200;
const list = "/monitor/public/v1/sensors";
const where = "server on core 0; PostgreSQL and client on core 1";

async function pages(server: ApiServer, headers: Record<string, string>): Promise<void> {
  const p50: number[] = [];
  const p95: number[] = [];
  const before = await server.usage();
  for (let run = 0; run < runs; run++) {
    const times: number[] = [];
    for (let i = 0; i < pagesPerRun; i++) {
      const offset = Math.floor(Math.random() * (sensorCount / 1000)) * 1000;
      times.push((await read(server, `${list}?limit=1000&offset=${offset}`, headers)).ms);
    }
    p50.push(percentile(times, 0.5));
    p95.push(percentile(times, 0.95));
  }
  const after = await server.usage();
  const cpuSec = (after.cpuSec - before.cpuSec) / (runs * pagesPerRun);
  printRow({
    work: `a page of 1,000 of ${sensorCount} sensors`,
    unit: "page",
    rate: Math.round(1000 / median(p50)),
    cpuPer1000: Number((cpuSec * 1000).toFixed(3)),
    rssMiB: Math.round(after.rssBytes / 2 ** 20),
    p50ms: Number(median(p50).toFixed(1)),
    p95ms: Number(median(p95).toFixed(1)),
    runs: p95.map((ms) => Number(ms.toFixed(1))),
    notes: `random offsets, one after the other; p95 ${median(p95).toFixed(1)} ms; runs are p95 in ms; ${where}`,
  });
}

async function whole(
  server: ApiServer,
  headers: Record<string, string>,
  name: string,
  bytesPerSec?: number,
): Promise<void> {
  const times: number[] = [];
  const grown: number[] = [];
  let size = 0;
  const before = await server.usage();
  for (let run = 0; run < runs; run++) {
    grown.push(
      await growth(server, async () => {
        const { ms, bytes } = await read(server, list, headers, bytesPerSec);
        times.push(ms);
        size = bytes;
      }),
    );
  }
  const after = await server.usage();
  printRow({
    work: `the whole list of ${sensorCount} sensors${name}`,
    unit: "list",
    rate: Number((1000 / median(times)).toFixed(2)),
    cpuPer1000: Number((((after.cpuSec - before.cpuSec) / runs) * 1000).toFixed(0)),
    rssMiB: Math.round(after.rssBytes / 2 ** 20),
    p50ms: Math.round(median(times)),
    growthMiB: Math.round(Math.max(...grown)),
    runs: times.map(Math.round),
    notes: `${(size / 2 ** 20).toFixed(1)} MiB sent; memory grew by at most ${Math.max(...grown).toFixed(0)} MiB; runs are ms; ${where}`,
  });
}

const data = await makeApiData();
const server = await startApiServer({
  connection: data.connection,
  limit: 10_000_000,
  rateLimitStore: "memory",
  service: "monitor",
});
try {
  const headers = { authorization: data.authorization };
  await pages(server, headers);
  // The first one warms up: code, connections and the memory for both.
  await read(server, list, headers);
  await whole(server, headers, "");
  await whole(server, { ...headers, "accept-encoding": "gzip" }, ", gzip");
  await whole(server, headers, ", to a slow reader", 8 * 2 ** 20);
} finally {
  await server.stop();
  await data.remove();
}
