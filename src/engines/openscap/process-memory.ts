import { readFileSync, readdirSync } from "node:fs";

/** More children than oscap ever has; a process that forks without end is not followed to the end. */
const mostProcesses = 200;

/**
 * What a process and its descendants hold, swapped out or not, in MB of 2^20 bytes; 0 when it is gone. Older versions of oscap
 * look at each kind of object with a program of its own, and all of them ask package managers. (proc(5): VmRSS, VmSwap.)
 */
export function processMemoryMb(pid: number): number {
  const pids = [pid];
  let kilobytes = 0;
  for (let index = 0; index < pids.length && index < mostProcesses; index += 1) {
    const one = pids[index];
    if (one === undefined) break;
    const status = readProc(`/proc/${one}/status`);
    for (const [, value] of status.matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)) {
      kilobytes += Number(value);
    }
    pids.push(...childrenOf(one));
  }
  return kilobytes / 1024;
}

/** A kernel without `CONFIG_PROC_CHILDREN` tells no children; then those do not count. */
function childrenOf(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
  return threads.flatMap((thread) =>
    readProc(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
}

/** Reading there waits for nothing, and a pool of threads would only add to the work. */
function readProc(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isGone(error)) return "";
    throw error;
  }
}

function isGone(error: unknown): boolean {
  // ESRCH: it ended between opening and reading.
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOENT" || error.code === "ESRCH" || error.code === "ENOTDIR")
  );
}
