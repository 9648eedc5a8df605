/** nmap, measured beside our own scans. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** One run of nmap. */
export interface NmapRun {
  readonly seconds: number;
  readonly cpuSec: number;
  /** `ADDRESS:PORT` and the service's name, as nmap gives it. */
  readonly open: ReadonlyMap<string, string>;
}

/** Version of the nmap that is installed; `null`: none. */
export function nmapVersion(): string | null {
  const { stdout, error } = spawnSync("nmap", ["--version"], { encoding: "utf8" });
  return error === undefined ? (/version (\S+)/.exec(stdout)?.[1] ?? null) : null;
}

/** Runs nmap with these words, without DNS. Its CPU is that of all children that ended meanwhile: it alone. */
export async function runNmap(words: readonly string[]): Promise<NmapRun> {
  const cpuBefore = childrenCpuSec();
  const startedAt = performance.now();
  const child = spawn("nmap", [...words, "-n", "-oG", "-"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`nmap ended with ${code}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, cpuSec: childrenCpuSec() - cpuBefore, open: readGreppable(text) };
}

/** Prints a row of nmap's, as `emit` prints ours. */
export function emitNmap(
  once: {
    work: string;
    unit: string;
    count: number;
    seconds: number;
    cpuSec: number;
    notes: string;
  },
  version: string,
): void {
  const { work, unit, count, seconds, cpuSec, notes } = once;
  const row = {
    peer: "nmap",
    version,
    work,
    unit,
    rate: Math.round(count / seconds),
    perCpuSecond: cpuSec === 0 ? undefined : Math.round(count / cpuSec),
    cpuPer1000: Number(((cpuSec / count) * 1000).toFixed(4)),
    notes,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** `Host: 127.0.1.0 ()	Ports: 22/open/tcp//ssh//OpenSSH 9.2p1/, …` */
function readGreppable(text: string): Map<string, string> {
  const open = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, host, ports = ""] = /^Host: (\S+) .*?Ports: ([^\t]*)/.exec(line) ?? [];
    for (const part of ports.split(", ")) {
      const [port, state, , , service = ""] = part.trim().split("/");
      if (state === "open") open.set(`${host}:${port}`, service);
    }
  }
  return open;
}

const ticksPerSec = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout);

/** cutime and cstime of proc(5): children that ended and were waited for. */
function childrenCpuSec(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSec;
}
