import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { diskFull, saysDiskFull } from "./disk-full.ts";
import { processesIn, readPidFile, removePidFiles } from "./pid-file.ts";
import { clusterArgument, spawnAs } from "./programs.ts";

/** Where and how one PostgreSQL runs. */
export interface Plan {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly clusterDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** How often one that does not come up again is started before we give up. */
  readonly restarts: number;
  readonly log: Log;
}

/** A running PostgreSQL: its first process, the postmaster. */
export interface Postmaster {
  readonly pid: number;
  /** Fulfils when it has ended, with its last words. */
  readonly ended: Promise<string>;
  /** Does nothing once it has ended. */
  signal(signal: NodeJS.Signals): void;
}

/** Lines that are kept to explain an end. */
const lastWords = 20;

/**
 * Starts PostgreSQL and waits until it takes connections, after a crash until it has recovered, however long that is.
 *
 * @throws Problem `unavailable` when it ends instead.
 */
export async function startPostmaster(plan: Plan): Promise<Postmaster> {
  const { binaries, account, clusterDir, settings, log } = plan;
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", clusterArgument(clusterDir), ...options];
  const child = spawnAs(account, binaries.postgres, args, {
    cwd: clusterDir,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<string>((resolve, reject) => {
    const words = logLines(child, log);
    child.on("error", reject);
    child.on("close", () => resolve(words.join("\n")));
  });
  const { pid } = child;
  if (pid === undefined || !(await isReady(clusterDir, pid, child, account))) {
    throw cannotStart(clusterDir, await ended);
  }
  return { pid, ended, signal: (signal) => void child.kill(signal) };
}

function logLines(child: ChildProcess, log: Log): string[] {
  const words: string[] = [];
  if (child.stderr === null) return words;
  createInterface(child.stderr).on("line", (line) => {
    words.push(line);
    if (words.length > lastWords) words.shift();
    if (/^(FATAL|PANIC)/.test(line)) log.error({ postgres: line }, "PostgreSQL reports");
    else log.debug({ postgres: line }, "PostgreSQL reports");
  });
  return words;
}

/** @returns false when it has ended instead. */
async function isReady(
  clusterDir: string,
  pid: number,
  child: ChildProcess,
  account: Account | undefined,
): Promise<boolean> {
  holdToUs(pid, child, account);
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(clusterDir);
    if (file?.pid === pid && file.status === "ready") return true;
    await pause(10);
  }
  return false;
}

function cannotStart(clusterDir: string, words: string): Problem {
  if (saysDiskFull(words)) return diskFull(clusterDir, new Error(words));
  const fatal = words.split("\n").findLast((line) => /^(FATAL|PANIC)/.test(line));
  const reason = (fatal ?? words).replaceAll("/proc/self/cwd", clusterDir).replaceAll("\n", " ");
  return new Problem(
    "unavailable",
    `The embedded PostgreSQL in ${clusterDir} does not start: ${reason || "it says nothing"}`,
    { cause: new Error(words) },
  );
}

/**
 * Nothing tells a process that its parent was killed. So a shell waits for the end of a pipe that only we hold, and then
 * asks PostgreSQL to stop.
 */
function holdToUs(pid: number, child: ChildProcess, account: Account | undefined): void {
  const script = 'cat >/dev/null; kill -INT "$1"';
  const watcher = spawnAs(account, "/bin/sh", ["-c", script, "sh", String(pid)], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  const pipe = watcher.stdin;
  if (pipe !== null && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  // Its number may soon be another process's, so the shell goes first, with its cat.
  const dismiss = (): void => {
    if (watcher.pid !== undefined && watcher.exitCode === null)
      process.kill(-watcher.pid, "SIGKILL");
  };
  child.once("exit", dismiss);
  watcher.once("exit", () => {
    child.off("exit", dismiss);
    if (child.exitCode === null && child.signalCode === null) holdToUs(pid, child, account);
  });
}

/** Signals of PostgreSQL's manual, "Shutting Down the Server", each with the time it gets. */
const waysToStop = [
  // Fast: ends sessions, writes everything out.
  { signal: "SIGINT", waitMs: 60_000 },
  // Immediate: as a crash; the next start recovers.
  { signal: "SIGQUIT", waitMs: 10_000 },
  { signal: "SIGKILL", waitMs: 10_000 },
] as const;

/**
 * Ends whatever PostgreSQL processes are in the directory, and removes what a crash left behind. Only for one who holds
 * the instance's lock: then they are orphans.
 */
export async function clearAway(clusterDir: string, log: Log): Promise<void> {
  const orphans = await processesIn(clusterDir);
  if (orphans.length > 0)
    log.warn({ pids: orphans }, "stopping a PostgreSQL whose Vedette is gone");
  for (const { signal, waitMs } of waysToStop) {
    if (await stopWith(clusterDir, signal, waitMs)) {
      await removePidFiles(clusterDir);
      return;
    }
  }
  const left = await processesIn(clusterDir);
  throw new Problem(
    "unavailable",
    `An old PostgreSQL still works in ${clusterDir} and cannot be stopped (processes ${left.join(", ")}).`,
  );
}

async function stopWith(
  clusterDir: string,
  signal: NodeJS.Signals,
  waitMs: number,
): Promise<boolean> {
  // Children end by themselves once the postmaster is gone, and it must be asked, not they.
  const postmaster = (await readPidFile(clusterDir))?.pid;
  const alive = await processesIn(clusterDir);
  for (const pid of signal === "SIGKILL" ? alive : alive.filter((one) => one === postmaster)) {
    send(pid, signal);
  }
  const until = performance.now() + waitMs;
  while ((await processesIn(clusterDir)).length > 0) {
    if (performance.now() > until) return false;
    await pause(20);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Ends a PostgreSQL that we run. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  for (const { signal, waitMs } of waysToStop) {
    postmaster.signal(signal);
    const timeout = new AbortController();
    const late = pause(waitMs, false, { signal: timeout.signal }).catch(() => false);
    const stopped = await Promise.race([postmaster.ended.then(() => true), late]);
    timeout.abort();
    if (stopped) return;
  }
}
