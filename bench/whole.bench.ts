/**
 * The whole of it: CPU seconds that collector, server and PostgreSQL together take for 1,000 checks (a third each http
 * with a fresh connection, tcp, icmp with one packet), with state, incidents and history, at a steady load.
 */
import { setTimeout as pause } from "node:timers/promises";
import { countHistory, startWithSensors } from "./support/installation.ts";
import { benchOptions, median } from "./support/measure.ts";
import { usageOf } from "./support/process-tree.ts";

const { seconds, runs } = benchOptions({ seconds: 20, runs: 3, concurrency: 1 });
const sensors = 3000;
const intervalSec = 3;

const bench = await startWithSensors(sensors, intervalSec);
try {
  const pid = bench.installation.server.pid ?? 0;
  await pause(15_000);
  const measured = [];
  for (let run = 0; run < runs; run++) {
    const before = {
      usage: usageOf(pid),
      history: await countHistory(bench.database),
      at: performance.now(),
    };
    await pause(seconds * 1000);
    const after = {
      usage: usageOf(pid),
      history: await countHistory(bench.database),
      at: performance.now(),
    };
    const checks = after.history.results - before.history.results;
    const cpuSec = after.usage.cpuSec - before.usage.cpuSec;
    const byProgram = Object.entries(after.usage.byProgram).map(
      ([program, { cpuSec: now }]) =>
        `${program} ${(((now - (before.usage.byProgram[program]?.cpuSec ?? 0)) / checks) * 1000).toFixed(3)}`,
    );
    measured.push({
      rate: checks / ((after.at - before.at) / 1000),
      per1000: (cpuSec / checks) * 1000,
      failed: after.history.failed - before.history.failed,
      mib: after.usage.pssMiB,
      byProgram: byProgram.join(", "),
    });
  }
  const per1000 = median(measured.map((one) => one.per1000));
  const row = {
    peer: "vedette",
    work: "the whole of it: http, tcp, icmp with state, incidents and history",
    cores: 2,
    unit: "check",
    rate: Math.round(median(measured.map((one) => one.rate))),
    perCpuSecond: Math.round(1000 / per1000),
    cpuPer1000: Number(per1000.toFixed(4)),
    rssMiB: Math.round(Math.max(...measured.map((one) => one.mib))),
    failed: measured.reduce((sum, one) => sum + one.failed, 0),
    runs: measured.map((one) => Number(one.per1000.toFixed(3))),
    notes: `${sensors} sensors every ${intervalSec} s (load offered, not saturation); runs are CPU s per 1,000; memory is the sum of all processes (PSS); by program ${measured.at(-1)?.byProgram}`,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
} finally {
  await bench.close();
}
