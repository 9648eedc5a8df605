/**
 * What an agent costs its host while nothing happens: memory and CPU of the real program with a real server, over some
 * minutes after its first inventory. The host is this machine, with the packages that it has.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { embedded, startInstallation } from "#test/processes";
import { root } from "#test/source-files";
import { benchOptions, emit } from "./support/measure.ts";
import { usageOf } from "./support/process-tree.ts";

const { seconds } = benchOptions({ seconds: 300, runs: 1, concurrency: 1 });
const settlingMs = 90_000;
const sampleMs = 5000;

const cleanUps: (() => Promise<void>)[] = [];
const installation = await startInstallation(
  { after: (cleanUp) => void cleanUps.push(cleanUp) },
  embedded.none,
);
const dir = await mkdtemp(join(tmpdir(), "vedette-agent-idle-"));
const token = (await installation.vedette("agent", "token", "--tenant", "default")).trim();
const args = ["agent", "--server", installation.url, "--token", token, "--data-dir", dir];
const agent = spawn(join(root, "vedette"), args, { stdio: ["ignore", "ignore", "inherit"] });
const ended = new Promise((resolve) => agent.once("close", resolve));

async function rssMiB(): Promise<number> {
  const status = await readFile(`/proc/${agent.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

try {
  await pause(settlingMs);
  const before = usageOf(agent.pid ?? 0).cpuSec;
  const startedAt = performance.now();
  const samples: number[] = [];
  while (performance.now() < startedAt + seconds * 1000) {
    await pause(sampleMs);
    samples.push(await rssMiB());
  }
  const took = (performance.now() - startedAt) / 1000;
  const cpuSec = usageOf(agent.pid ?? 0).cpuSec - before;
  const packages = await installation.vedette("agent", "list", "--tenant", "default", "--json");
  emit({
    work: "an agent that has nothing to do",
    unit: "minute",
    count: took / 60,
    seconds: took,
    cpuSec: Math.max(cpuSec, 0.01),
    notes: `${((cpuSec / took) * 100).toFixed(3)} % of a core; RSS at most ${Math.max(...samples).toFixed(1)} MiB, last ${samples.at(-1)?.toFixed(1)} MiB; over ${Math.round(took)} s from ${settlingMs / 1000} s after its start; ${/"packages":(\d+)/.exec(packages)?.[1] ?? "?"} packages`,
  });
} finally {
  agent.kill();
  await ended;
  await rm(dir, { recursive: true, force: true });
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
