import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Counts, Failure } from "./run-reporter.ts";
import { selectSharing } from "./sharing-tests.ts";
import type { Tally } from "./tally.ts";
import { TestTimes } from "./test-times.ts";

/** How long a process may say nothing unless told; one that hangs, or leaves something running, is ended then and has failed. */
const usualSilenceMs = 2 * 60_000;

/**
 * Where Node keeps modules as it compiled them, by their content. Without it, to read the same modules again is most of what the
 * processes of a test do.
 */
const compiled = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));

/** To load the modules that it tests is most of what a test costs; those that stand side by side share them. */
const filesOfProcess = 12;

/** Files by patterns, in a stable order. */
export async function findTestFiles(patterns: {
  in: readonly string[];
  but?: readonly string[];
}): Promise<string[]> {
  const exclude = [...(patterns.but ?? [])];
  const files: string[] = [];
  for await (const file of glob([...patterns.in], { exclude })) files.push(file);
  return files.toSorted();
}

interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why it failed beyond its tests. */
  readonly note?: string;
}

/**
 * Runs test files, those that can share a process some in one, each other in its own, and adds up what they came to. A file
 * that crashes, hangs, cannot be loaded or holds no test counts as one failure more; so does a part without files, and where
 * `CI=true` a test that is skipped. Files that share a process in which one is not in order are run again, each alone, to tell
 * which; when each is in order alone, that they are not together is a failure.
 *
 * @param options.atOnce processes at a time; as many as there are processors unless told.
 * @param options.silenceMs how long a process may tell of no test; two minutes unless told.
 * @param options.print the output of the process unless told.
 * @param options.times by which the longest come first; it learns what each takes.
 */
export async function runTests(
  tally: Tally,
  name: string,
  files: readonly string[],
  options: {
    env?: Readonly<Record<string, string>>;
    atOnce?: number;
    silenceMs?: number;
    times?: TestTimes;
    print?: (text: string) => void;
  } = {},
): Promise<void> {
  const { env = {}, atOnce = availableParallelism(), print = printOut } = options;
  print(`\n== ${name} (${files.length} files)\n`);
  const { silenceMs = usualSilenceMs, times = new TestTimes() } = options;
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "vedette-counts-"));
  const verdicts: Verdict[] = [];
  const run = { folder, env, silenceMs, times, print };
  const sharing = await selectSharing(files);
  const alone = files.filter((file) => !sharing.includes(file));
  const groups = [...inGroups(sharing, filesOfProcess), ...alone.map((file) => [file])];
  const waiting = times.longestFirst(groups);
  const worker = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      verdicts.push(...(await runGroup(group, run)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await rm(folder, { recursive: true });
  const seconds = (performance.now() - startedAt) / 1000;
  const sum = (count: (one: Verdict) => number): number =>
    verdicts.reduce((total, one) => total + count(one), 0);
  const passed = sum((one) => one.passed);
  const failed = sum((one) => one.failed) + (files.length === 0 ? 1 : 0);
  const skipped = sum((one) => one.skipped);
  const note = files.length === 0 ? { note: "there are no such tests" } : {};
  if (skipped === 0) tally.add({ name, seconds, passed, failed, ...note });
  else if (process.env["CI"] === "true") {
    const why = `${skipped} skipped, which CI does not allow`;
    tally.add({ name, seconds, passed, failed: failed + skipped, note: why });
  } else tally.add({ name, seconds, passed, failed, note: `${skipped} skipped` });
}

function printOut(text: string): void {
  process.stdout.write(text);
}

function inGroups(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, i) => files.slice(i * size, (i + 1) * size));
}

interface Run {
  /** Where processes report what they came to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly silenceMs: number;
  readonly times: TestTimes;
  print(text: string): void;
}

async function runGroup(files: readonly string[], run: Run): Promise<Verdict[]> {
  const [first = ""] = files;
  if (files.length === 1) return [await runFile(first, run)];
  const startedAt = performance.now();
  const { output, ending, counts } = await runProcess(files, run);
  const seconds = secondsSince(startedAt);
  const verdict = judge(counts, ending);
  const seen = new Set(counts?.files);
  if (verdict.failed === 0 && files.every((file) => seen.has(resolve(file)))) {
    const what = `${first} and ${files.length - 1} more`;
    run.times.note(files, seconds);
    run.print(`✔ ${what} ${verdict.passed} passed (${seconds.toFixed(1)} s)\n`);
    return [verdict];
  }
  const alone: Verdict[] = [];
  for (const file of files) alone.push(await runFile(file, run));
  if (alone.some(({ failed }) => failed > 0)) return alone;
  const note = verdict.note ?? "each is in order alone, but not all in one process";
  run.print(`✖ ${files.join(" ")}\n${output}\n${note}\n`);
  return [...alone, { passed: 0, failed: 1, skipped: 0, note }];
}

async function runFile(file: string, run: Run): Promise<Verdict> {
  const startedAt = performance.now();
  const { output, ending, counts } = await runProcess([file], run);
  const verdict = judge(counts, ending);
  const seconds = secondsSince(startedAt);
  run.times.note([file], seconds);
  const sign = verdict.failed > 0 ? "✖" : "✔";
  run.print(`${sign} ${file} ${verdict.passed} passed (${seconds.toFixed(1)} s)\n`);
  if (verdict.failed > 0) run.print(`${output}\n${verdict.note ?? ""}\n`);
  return verdict;
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}

interface Outcome {
  readonly output: string;
  readonly ending: Ending;
  /** Null when it ended before its tests did. */
  readonly counts: Counts | null;
}

async function runProcess(files: readonly string[], run: Run): Promise<Outcome> {
  const reportFile = join(run.folder, randomUUID());
  const reporter = new URL("run-reporter.ts", import.meta.url).href;
  const args = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  args.push(`--test-reporter=${reporter}`, `--test-reporter-destination=${reportFile}`);
  if (files.length > 1) args.push(fileURLToPath(new URL("test-group.ts", import.meta.url)));
  const { output, ending } = await collect([...args, ...files], run);
  const { counts, failures } = parseReport(await readFile(reportFile, "utf8").catch(() => ""));
  // At its end it says itself what failed.
  return { output: counts === null ? [output, ...failures].join("\n") : output, ending, counts };
}

function parseReport(text: string): { counts: Counts | null; failures: string[] } {
  // A process that was killed may have left half a line.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").filter((line) => line !== "");
  const parsed = lines.map((line): Counts | Failure => JSON.parse(line));
  const counts = parsed.find((line) => "tests" in line) ?? null;
  return { counts, failures: parsed.flatMap((line) => ("tests" in line ? [] : [line.failed])) };
}

/** How a process ended: its exit code, the signal that ended it, or by us because it was late. */
type Ending = number | NodeJS.Signals | "late";

function judge(counts: Counts | null, ending: Ending): Verdict {
  const none = { passed: 0, failed: 1, skipped: 0 };
  if (ending === "late") return { ...none, note: "it did not end in time" };
  if (counts === null) return { ...none, note: `it ended with ${ending} before its tests did` };
  if (counts.tests === 0) return { ...none, note: "it holds no test" };
  const { passed, failed, skipped } = counts;
  if (failed > 0 || ending === 0) return { passed, failed, skipped };
  return { passed, failed: 1, skipped, note: `its tests passed, but it ended with ${ending}` };
}

function collect(
  args: readonly string[],
  { env, silenceMs }: Run,
): Promise<{ output: string; ending: Ending }> {
  return new Promise((resolve, reject) => {
    // By this a test file knows that it is run by another, and reports in another way.
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { NODE_COMPILE_CACHE: compiled, ...inherited, ...env },
    });
    let output = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, silenceMs);
    child.stdout.on("data", (chunk) => {
      output += chunk;
      timer.refresh();
    });
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    // Not "close": a process that the file left behind may hold its output open.
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      setImmediate(() => resolve({ output, ending: late ? "late" : (code ?? signal ?? 1) }));
    });
  });
}
