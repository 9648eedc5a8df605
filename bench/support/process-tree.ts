/** CPU and memory of a process with everything it started, from /proc (Linux). */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** What a process tree used so far, and holds now. */
export interface Usage {
  /** User and system time of the living, and of the dead they waited for, in seconds. */
  readonly cpuSec: number;
  /** Memory with shared pages divided among their users, in MiB: a fair sum for PostgreSQL's processes. */
  readonly pssMiB: number;
  /** The same by program name. */
  readonly byProgram: Readonly<
    Record<string, { readonly cpuSec: number; readonly pssMiB: number }>
  >;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly program: string;
  readonly ticks: number;
}

const ticksPerSec = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** @param root the process whose tree is asked for. */
export function usageOf(root: number): Usage {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  const tree = new Set([root]);
  // A child may be listed before its parent: look until nothing is added.
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const stat of stats) if (tree.has(stat.parent)) tree.add(stat.pid);
  }
  const byProgram: Record<string, { cpuSec: number; pssMiB: number }> = {};
  for (const stat of stats.filter(({ pid }) => tree.has(pid))) {
    const sum = (byProgram[stat.program] ??= { cpuSec: 0, pssMiB: 0 });
    sum.cpuSec += stat.ticks / ticksPerSec;
    sum.pssMiB += pssMiB(stat.pid);
  }
  const sums = Object.values(byProgram);
  return {
    cpuSec: sums.reduce((sum, one) => sum + one.cpuSec, 0),
    pssMiB: sums.reduce((sum, one) => sum + one.pssMiB, 0),
    byProgram,
  };
}

/** Fields of /proc/PID/stat, proc(5); null when the process is gone. */
function readStat(pid: number): Stat | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  if (text === null) return null;
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), program: text.slice(text.indexOf("(") + 1, end), ticks };
}

function pssMiB(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readOrNull(`/proc/${pid}/smaps_rollup`) ?? "");
  return found === null ? 0 : Number(found[1]) / 1024;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    // ENOENT and ESRCH: the process ended while we looked.
    if (
      error instanceof Error &&
      "code" in error &&
      (error.code === "ENOENT" || error.code === "ESRCH")
    )
      return null;
    throw error;
  }
}
