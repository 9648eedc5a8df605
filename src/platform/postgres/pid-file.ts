import { readFile, readdir, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { nullIfMissing } from "#lib/missing-file";

const run = promisify(execFile);

/** What PostgreSQL writes into its directory while it runs (postmaster.pid, documented in pg_ctl's source). */
export interface PidFile {
  readonly pid: number;
  /** `starting`, `ready`, `stopping`; empty when it has not come that far. */
  readonly status: string;
}

/** @returns null when there is none, or it is not yet written. */
export async function readPidFile(clusterDir: string): Promise<PidFile | null> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(nullIfMissing);
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  return pid > 1 ? { pid, status: (lines[7] ?? "").trim() } : null;
}

/** The files that name a process; PostgreSQL does not start while another process has that number. */
export async function removePidFiles(clusterDir: string): Promise<void> {
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"]) {
    await rm(join(clusterDir, name), { force: true });
  }
}

/**
 * Which PostgreSQL processes work in the directory, the first one and its children. A number in a file is not enough:
 * after a crash or in a container it may be anybody's. A zombie does not count.
 */
export async function processesIn(clusterDir: string): Promise<number[]> {
  if (process.platform !== "linux") return listedProcess(clusterDir);
  const directory = await stat(clusterDir);
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(
    pids.map(async (pid) => {
      // Other users' processes, and those that end while we look, cannot be read.
      const cwd = await stat(`/proc/${pid}/cwd`).catch(() => null);
      if (cwd?.ino !== directory.ino || cwd.dev !== directory.dev) return false;
      const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
      return /\/postgres( \(deleted\))?$/.test(program);
    }),
  );
  return pids.filter((_, index) => inside[index]).map(Number);
}

/** Without /proc: the process of the pid file, if it is a PostgreSQL that lives. */
async function listedProcess(clusterDir: string): Promise<number[]> {
  const file = await readPidFile(clusterDir);
  if (file === null) return [];
  const { stdout } = await run("ps", ["-o", "stat=,comm=", "-p", String(file.pid)]).catch(() => ({
    stdout: "",
  }));
  return /^[^Z]\S*\s+.*postgres$/.test(stdout.trim()) ? [file.pid] : [];
}
