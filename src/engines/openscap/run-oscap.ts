import { spawn } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { sleep } from "#lib/sleep";
import type { AuditLimits } from "./audit-engine.ts";
import { processMemoryMb } from "./process-memory.ts";
import { countRules } from "./progress-lines.ts";
import { oscapEnvironment } from "./programs.ts";

/** What it writes grows, and what it holds, between two looks; so they are frequent. */
const lookEveryMs = 250;
/** For one that was asked to end. */
const graceMs = 5_000;
/** Of what it says on stderr, the end is kept: errors stand there. */
const keptChars = 2_000;
/** Name of the result file within the directory. */
export const arfFile = "arf.xml";
/** Result files are 5 to 20 MB. */
export const maxArfBytes = 256 * 2 ** 20;

/** What ended oscap, other than itself. */
export type Stopped = "aborted" | "time" | "memory" | "size";

/** How a run of oscap ended. */
export interface OscapEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** That we ended it, and why. */
  readonly stopped: Stopped | null;
  readonly stderr: string;
  /** The most that it was seen to hold, in MB. */
  readonly peakMb: number;
  readonly tookSec: number;
}

/** One run of oscap. */
export interface OscapRun {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where it works; nothing else is done here. */
  readonly directory: string;
  readonly limits: AuditLimits;
  readonly signal: AbortSignal;
  onRule(): void;
}

/**
 * Runs oscap and ends it when it exceeds a limit. There is no hard limit of the kernel beside ours: of address space oscap takes
 * six times what it holds (1.6 GB to 270 MB), and one that gets no memory for a check may call the rule an error and go on.
 *
 * @throws an error of the system when it cannot be started.
 */
export async function runOscap(run: OscapRun): Promise<OscapEnd> {
  const startedAt = performance.now();
  const [file = "", ...args] = run.command;
  const child = spawn(file, args, {
    cwd: run.directory,
    env: oscapEnvironment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a process group of its own, which is ended as a whole
  });
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  child.once("error", reject);
  child.once("close", () => resolve());
  const { pid } = child;
  if (pid === undefined) {
    await closed; // tells why it did not start
    throw new Error(`${file} has no process`);
  }
  child.once("exit", () => signalGroup(pid, "SIGKILL")); // children of one that is gone hold its pipes
  offerToOom(pid);
  countRules(child.stdout, run.onRule);
  const stderr = endOf(child.stderr);
  const watching = new AbortController();
  const watched = watch(pid, run, startedAt, watching.signal);
  watched.catch(() => signalGroup(pid, "SIGKILL")); // unwatched it must not go on; why, is told below
  try {
    await closed;
  } finally {
    watching.abort();
  }
  return {
    code: child.exitCode,
    signal: child.signalCode,
    ...(await watched),
    stderr: stderr(),
    tookSec: (performance.now() - startedAt) / 1000,
  };
}

/** Looks at it until it has ended, and sees to it that it does when it must. */
async function watch(
  pid: number,
  { directory, limits, signal }: OscapRun,
  startedAt: number,
  ended: AbortSignal,
): Promise<{ stopped: Stopped | null; peakMb: number }> {
  const either = AbortSignal.any([ended, signal]);
  let peakMb = 0;
  let stopped: Stopped | null = null;
  while (stopped === null && !ended.aborted) {
    const memoryMb = processMemoryMb(pid);
    peakMb = Math.max(peakMb, memoryMb);
    if (signal.aborted) stopped = "aborted";
    else if (memoryMb > limits.memoryMb) stopped = "memory";
    else if (bytesOf(join(directory, arfFile)) > maxArfBytes) stopped = "size";
    else if (performance.now() - startedAt > limits.timeSec * 1000) stopped = "time";
    else await sleep(lookEveryMs, either);
  }
  if (stopped === null) return { stopped, peakMb };
  signalGroup(pid, "SIGTERM");
  await sleep(graceMs, ended);
  if (!ended.aborted) signalGroup(pid, "SIGKILL");
  return { stopped, peakMb };
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  unless(["ESRCH"], () => process.kill(-pid, signal)); // it ended meanwhile
}

/**
 * A host short of memory ends this before anything that it is there for (proc(5): oom_score_adj). Anyone may raise it, but in a
 * container /proc may be read-only: there the kernel chooses by size.
 */
function offerToOom(pid: number): void {
  unless(["ESRCH", "ENOENT", "EACCES", "EPERM", "EROFS"], () =>
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"),
  );
}

function unless(codes: readonly string[], act: () => void): void {
  try {
    act();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!codes.includes(code)) throw error;
  }
}
/** Lets a stream run, and keeps its end. */
function endOf(stream: Readable): () => string {
  let kept = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    kept = (kept + text).slice(-keptChars);
  });
  return () => kept.toWellFormed().trim();
}
