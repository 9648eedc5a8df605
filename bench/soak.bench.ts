/**
 * 10,000 mixed sensors every 30 s for ten minutes on two cores: schedule lag, cores used, memory of all processes.
 * `--sec` sets the length of the run.
 */
import { setTimeout as pause } from "node:timers/promises";
import { countHistory, lagP99Ms, startWithSensors } from "./support/installation.ts";
import { benchOptions } from "./support/measure.ts";
import { usageOf } from "./support/process-tree.ts";

const { seconds } = benchOptions({ seconds: 600, runs: 1, concurrency: 1 });
const sensors = 10_000;
const intervalSec = 30;

const bench = await startWithSensors(sensors, intervalSec);
try {
  const pid = bench.installation.server.pid ?? 0;
  await pause(60_000);
  const before = {
    usage: usageOf(pid),
    history: await countHistory(bench.database),
    at: performance.now(),
  };
  let lagMs = 0;
  let mib = 0;
  while (performance.now() - before.at < seconds * 1000) {
    await pause(10_000);
    lagMs = Math.max(lagMs, await lagP99Ms(bench.installation));
    mib = Math.max(mib, usageOf(pid).pssMiB);
  }
  const after = {
    usage: usageOf(pid),
    history: await countHistory(bench.database),
    at: performance.now(),
  };
  const checks = after.history.results - before.history.results;
  const wallSec = (after.at - before.at) / 1000;
  const cpuSec = after.usage.cpuSec - before.usage.cpuSec;
  const row = {
    peer: "vedette",
    work: `${sensors.toLocaleString("en")} mixed sensors every ${intervalSec} s for ${Math.round(wallSec)} s`,
    cores: 2,
    unit: "check",
    rate: Math.round(checks / wallSec),
    cpuPer1000: Number(((cpuSec / checks) * 1000).toFixed(4)),
    rssMiB: Math.round(mib),
    failed: after.history.failed - before.history.failed,
    notes: `worst schedule lag p99 over a minute ${lagMs.toFixed(1)} ms; ${(cpuSec / wallSec).toFixed(2)} cores used; ${after.history.up} sensors up; memory is the sum of all processes (PSS)`,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
} finally {
  await bench.close();
}
