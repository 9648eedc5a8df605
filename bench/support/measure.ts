import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

/** One row of the results: the same work, as fast as it goes, several times over. */
export interface Measurement {
  /** What was done, as the row names it: `icmp 1 packet`. */
  work: string;
  /** What one `once` is. Default `check`. */
  unit?: string;
  /** Length of one run in seconds. */
  seconds: number;
  runs: number;
  /** How many `once` are under way at any time. */
  concurrency: number;
  notes?: string;
  /** Does the work once; false = it failed. `worker` is 0 to concurrency-1. */
  once(worker: number): Promise<boolean>;
}

interface Run {
  rate: number;
  perCpuSecond: number;
  cpuPer1000: number;
  rssMiB: number;
  failed: number;
}

const pinnedMark = "VEDETTE_BENCH_PINNED";

/**
 * Runs this program on core 0 only: started anew under taskset(1), so that Node sizes its threads for one core. Call it
 * first; it does not return in the outer process. With one core, or without taskset, it only says so.
 * @returns how many cores this process may use
 */
export function pinToFirstCore(): number {
  if (process.env[pinnedMark] !== undefined) return 1;
  if (availableParallelism() === 1) return 1;
  const command = ["-c", "0", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const inner = spawnSync("taskset", command, {
    stdio: "inherit",
    env: { ...process.env, [pinnedMark]: "1" },
  });
  if (inner.error !== undefined) {
    process.stderr.write(`not pinned to one core: taskset: ${inner.error.message}\n`);
    return availableParallelism();
  }
  process.exit(inner.status ?? 1);
}

/** `--sec`, `--runs` and `--concurrency` of the command line, over these defaults. */
export function benchOptions(defaults: { seconds: number; runs: number; concurrency: number }) {
  const { values } = parseArgs({
    options: {
      sec: { type: "string", default: String(defaults.seconds) },
      runs: { type: "string", default: String(defaults.runs) },
      concurrency: { type: "string", default: String(defaults.concurrency) },
    },
  });
  return {
    seconds: positive("--sec", values.sec),
    runs: positive("--runs", values.runs),
    concurrency: positive("--concurrency", values.concurrency),
  };
}

/** Warms up for a second, measures, and prints one JSON line. CPU is that of this process with all its threads. */
export async function measure(measurement: Measurement, cores = 1): Promise<void> {
  await saturate(measurement, Math.min(1, measurement.seconds));
  const runs: Run[] = [];
  for (let each = 0; each < measurement.runs; each++) {
    runs.push(await saturate(measurement, measurement.seconds));
  }
  const notes = [`${measurement.concurrency} under way at once, runs of ${measurement.seconds} s`];
  if (measurement.notes !== undefined) notes.push(measurement.notes);
  const row = {
    peer: "vedette",
    version: packageVersion(),
    work: measurement.work,
    cores,
    unit: measurement.unit ?? "check",
    rate: Math.round(median(runs.map((run) => run.rate))),
    perCpuSecond: Math.round(median(runs.map((run) => run.perCpuSecond))),
    cpuPer1000: Number(median(runs.map((run) => run.cpuPer1000)).toFixed(4)),
    rssMiB: Math.round(Math.max(...runs.map((run) => run.rssMiB))),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
    runs: runs.map((run) => Math.round(run.rate)),
    notes: notes.join("; "),
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

async function saturate(measurement: Measurement, seconds: number): Promise<Run> {
  let done = 0;
  let failed = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  const worker = async (index: number): Promise<void> => {
    while (performance.now() < endAt) {
      if (!(await measurement.once(index))) failed++;
      done++;
    }
  };
  await Promise.all(Array.from({ length: measurement.concurrency }, (_, index) => worker(index)));
  const wallSec = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuSec = (user + system) / 1e6;
  return {
    rate: done / wallSec,
    perCpuSecond: done / cpuSec,
    cpuPer1000: (cpuSec / done) * 1000,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    failed,
  };
}

/** How long one piece of work took, and the CPU time of this process meanwhile; both in seconds. */
export async function timed<T>(
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; cpuSec: number }> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    result,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSec: (user + system) / 1e6,
  };
}

/** Prints the row of work that is done once, because it takes long. */
export function emit(once: {
  work: string;
  unit: string;
  /** How many units were done, in so many seconds. */
  count: number;
  seconds: number;
  cpuSec: number;
  notes: string;
}): void {
  const { work, unit, count, seconds, cpuSec, notes } = once;
  const row = {
    peer: "vedette",
    version: packageVersion(),
    work,
    unit,
    rate: Math.round(count / seconds),
    perCpuSecond: Math.round(count / cpuSec),
    cpuPer1000: Number(((cpuSec / count) * 1000).toFixed(4)),
    rssMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
    failed: 0,
    runs: [Math.round(count / seconds)],
    notes,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error("median of nothing");
  return (upper + lower) / 2;
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`${option} ${text}: a positive number is needed`);
}

function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const version: unknown = JSON.parse(text).version;
  return String(version);
}
