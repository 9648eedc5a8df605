import { mkdir, readdir, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { nullIfMissing } from "#lib/missing-file";

/** One that was killed is gone in milliseconds, unless it waits for a disk that does not answer. */
const patienceMs = 10_000;
/** What may run in the scratch directory: the programs that start oscap, and oscap. */
const ours = /\/(setpriv|ionice|nice|oscap|probe_\w+)( \(deleted\))?$/;

/** Where oscap works: nobody else may look into it, and it exists only while an audit goes on. */
export class Scratch {
  readonly path: string;

  constructor(directory: string) {
    this.path = join(directory, "scratch");
  }

  /** Makes it, empty. */
  async make(): Promise<void> {
    await this.delete();
    await mkdir(this.path, { recursive: true, mode: 0o700 });
  }

  async delete(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /**
   * Ends what still works in it, and deletes it. Which process that is, its working directory says: a number in a file may be
   * anybody's by now.
   *
   * @throws Error when one cannot be ended.
   */
  async clear(): Promise<void> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const left = await processesIn(this.path);
      if (left.length === 0) break;
      if (performance.now() > end) {
        throw new Error(
          `an oscap of an earlier audit cannot be ended (process ${left.join(", ")})`,
        );
      }
      for (const pid of left) kill(pid);
      await pause(20);
    }
    await this.delete();
  }
}

async function processesIn(directory: string): Promise<number[]> {
  const place = await stat(directory).catch(nullIfMissing);
  if (place === null || process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(
    pids.map(async (pid) => {
      // Other users' processes, and those that end while we look, cannot be read.
      const cwd = await stat(`/proc/${pid}/cwd`).catch(() => null);
      if (cwd?.ino !== place.ino || cwd.dev !== place.dev) return false;
      return ours.test(await readlink(`/proc/${pid}/exe`).catch(() => ""));
    }),
  );
  return pids.filter((_, index) => inside[index]).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
