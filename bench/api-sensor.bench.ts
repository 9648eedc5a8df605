/**
 * How many single sensors one core of the server gives away in a second, over HTTP with key, rate limit and database:
 * `node bench/api-sensor.bench.ts [--sec N] [--runs N] [--concurrency N]`. Needs wrk(1) and taskset(1).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ApiServer,
  makeApiData,
  pinToSecondCore,
  sensorCount,
  startApiServer,
} from "./support/api.ts";
import { benchOptions, median } from "./support/measure.ts";

pinToSecondCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 64 });
const dir = mkdtempSync(join(tmpdir(), "vedette-bench-"));

interface Run {
  rate: number;
  perCpuSecond: number;
  p50ms: number;
  p99ms: number;
  rssMiB: number;
  failed: number;
}

/** wrk asks for a random sensor each time. */
const randomSensor = `
request = function()
  local path = string.format("/monitor/public/v1/sensors/01990000-0000-7000-8000-%012x", math.random(0, ${sensorCount - 1}))
  return wrk.format("GET", path)
end`;

async function load(server: ApiServer, path: string, header: string, script: string): Promise<Run> {
  const scriptFile = join(dir, "requests.lua");
  writeFileSync(scriptFile, script);
  const before = await server.usage();
  const text = execFileSync(
    "wrk",
    [
      "-t1",
      `-c${options.concurrency}`,
      `-d${options.seconds}s`,
      "--latency",
      "-H",
      header,
      "-s",
      scriptFile,
      server.url + path,
    ],
    { encoding: "utf8" },
  );
  const after = await server.usage();
  const done = Number(found(text, /(\d+) requests in/));
  return {
    rate: Number(found(text, /Requests\/sec: +([\d.]+)/)),
    perCpuSecond: done / (after.cpuSec - before.cpuSec),
    p50ms: milliseconds(found(text, /50% +(\S+)/)),
    p99ms: milliseconds(found(text, /99% +(\S+)/)),
    rssMiB: after.rssBytes / 2 ** 20,
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

function found(text: string, pattern: RegExp): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`wrk said something else:\n${text}`);
  return match;
}

function milliseconds(text: string): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit ?? ""];
  if (factor === undefined) throw new Error(`${text} is no time`);
  return Number(number) * factor;
}

async function row(
  server: ApiServer,
  peer: string,
  work: string,
  [path, header, script]: [string, string, string],
  notes: string,
): Promise<void> {
  await load(server, path, header, script);
  const runs: Run[] = [];
  for (let i = 0; i < options.runs; i++) runs.push(await load(server, path, header, script));
  const middle = (pick: (run: Run) => number) => median(runs.map(pick));
  const perCpuSecond = middle((run) => run.perCpuSecond);
  const figures = {
    peer,
    version: peer === "vedette" ? "0.1.0" : "5",
    work,
    cores: 1,
    unit: "request",
    rate: Math.round(middle((run) => run.rate)),
    perCpuSecond: Math.round(perCpuSecond),
    cpuPer1000: Number((1000 / perCpuSecond).toFixed(4)),
    rssMiB: Math.round(Math.max(...runs.map((run) => run.rssMiB))),
    p50ms: Number(middle((run) => run.p50ms).toFixed(2)),
    p99ms: Number(middle((run) => run.p99ms).toFixed(2)),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
    runs: runs.map((run) => Math.round(run.rate)),
    notes: `server on core 0; PostgreSQL and wrk (${options.concurrency} connections) on core 1; ${notes}`,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

const data = await makeApiData();
const header = `Authorization: ${data.authorization}`;
try {
  for (const rateLimitStore of ["memory", "postgres"] as const) {
    const server = await startApiServer({
      connection: data.connection,
      limit: 10_000_000,
      rateLimitStore,
      service: "monitor",
    });
    try {
      await row(
        server,
        "vedette",
        `GET one sensor, rate limit in ${rateLimitStore}`,
        ["/", header, randomSensor],
        `random ones of ${sensorCount}, with key, rate limit and database`,
      );
      if (rateLimitStore === "postgres") continue;
      await row(
        server,
        "fastify bare",
        "GET constant JSON",
        ["/bench/bare", "X-None: none", ""],
        "the same process without gate or database",
      );
    } finally {
      await server.stop();
    }
  }
} finally {
  await data.remove();
  rmSync(dir, { recursive: true });
}
