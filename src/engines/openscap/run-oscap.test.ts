import assert from "node:assert/strict";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { until } from "#test/until";
import { processMemoryMb } from "./process-memory.ts";
import { type OscapEnd, runOscap } from "./run-oscap.ts";

/** Runs a shell in oscap's place: what it does can be chosen. */
async function runShell(
  t: TestContext,
  script: string,
  options: { timeSec?: number; memoryMb?: number; signal?: AbortSignal } = {},
): Promise<{ end: Promise<OscapEnd>; directory: string; rules: () => number }> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-oscap-"));
  t.after(() => rm(directory, { recursive: true }));
  let rules = 0;
  const end = runOscap({
    command: ["/bin/sh", "-c", script],
    directory,
    limits: { timeSec: options.timeSec ?? 60, memoryMb: options.memoryMb ?? 1000 },
    signal: options.signal ?? t.signal,
    onRule: () => (rules += 1),
  });
  return { end, directory, rules: () => rules };
}

/** Processes that work in a directory. */
function processesIn(directory: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory;
      } catch {
        return false; // ended, or another user's
      }
    })
    .map(Number);
}

test("it works in its directory, in a group of its own, with an environment of its own, and is the first to go", async (t) => {
  const { end, rules } = await runShell(
    t,
    // The kernel is told once it runs.
    `echo a_rule:pass; env >&2; for i in $(seq 500); do [ "$(cat /proc/$$/oom_score_adj)" = 1000 ] && break; sleep 0.01; done; cat /proc/$$/oom_score_adj >&2; cut -d' ' -f1,5 /proc/$$/stat >&2; exit 2`,
  );
  const { code, signal, stopped, stderr } = await end;
  assert.deepEqual([code, signal, stopped, rules()], [2, null, null, 1]);
  const names = [...stderr.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  const allowed = ["PATH", "LANG", "OSCAP_CHECK_ENGINE_PLUGIN_DIR", "PWD", "OLDPWD", "SHLVL", "_"];
  assert.deepEqual(
    names.filter((name) => !allowed.includes(name ?? "")),
    [],
  );
  const [score, ids] = stderr.split("\n").slice(-2);
  assert.equal(score, "1000");
  const [pid, group] = (ids ?? "").split(" ");
  assert.ok(pid !== "" && pid === group);
});

test("one that takes too long is ended with all its children, even if it does not want to", async (t) => {
  const { end, directory } = await runShell(t, `trap "" TERM; sleep 60 & sleep 61 & wait; wait`, {
    timeSec: 1,
  });
  assert.equal((await end).stopped, "time");
  await until(() => processesIn(directory).length === 0, { what: "all have ended" });
});

test("one that is stopped by its caller ends at once", async (t) => {
  const stop = new AbortController();
  const { end, directory } = await runShell(t, "sleep 60", { signal: stop.signal });
  await until(() => processesIn(directory).length > 0, { what: "it runs" });
  const before = performance.now();
  stop.abort();
  const { stopped, signal } = await end;
  assert.deepEqual([stopped, signal], ["aborted", "SIGTERM"]);
  assert.ok(performance.now() - before < 4_000);
  assert.deepEqual(processesIn(directory), []);
});

test("memory of children counts, and too much of it ends all", async (t) => {
  const hog = `"${process.execPath}" -e "globalThis.kept = Buffer.alloc(200e6, 1); setInterval(() => {}, 1e6)"`;
  const { end, directory } = await runShell(t, `${hog} & wait`, { memoryMb: 150 });
  const { stopped, peakMb } = await end;
  assert.equal(stopped, "memory");
  assert.ok(peakMb > 150 && peakMb < 1000, String(peakMb));
  assert.deepEqual(processesIn(directory), []);
});

test("what a process holds is what the kernel says, and nothing once it is gone", () => {
  const status = readFileSync("/proc/self/status", "utf8");
  const told = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  const held = processMemoryMb(process.pid);
  assert.ok(held >= told * 0.8 && held < told + 500, `${held} of ${told}`);
  assert.equal(processMemoryMb(2 ** 30), 0);
});

test("a result file that grows without end is not written to the end", async (t) => {
  const { end } = await runShell(t, "truncate -s 300M arf.xml; sleep 60");
  assert.equal((await end).stopped, "size");
});

test("of endless output only the end is kept", async (t) => {
  const { end, rules } = await runShell(t, "yes a_rule:pass & yes words >&2", { timeSec: 1 });
  const before = process.memoryUsage().rss;
  const { stderr, stopped } = await end;
  assert.equal(stopped, "time");
  assert.ok(rules() > 1000 && stderr.length <= 2_000 && /^words$/m.test(stderr));
  assert.ok(process.memoryUsage().rss - before < 150e6);
});

test("one that is killed from outside is told apart", async (t) => {
  const { end, directory } = await runShell(t, "echo $$ >pid; sleep 60; true");
  const pid = await until(
    () => processesIn(directory).length > 1 && Number(readFileSync(join(directory, "pid"), "utf8")),
    { what: "it runs, with a child" },
  );
  process.kill(pid, "SIGKILL");
  const { code, signal, stopped } = await end;
  assert.deepEqual([code, signal, stopped], [null, "SIGKILL", null]);
  await until(() => processesIn(directory).length === 0, { what: "its children have ended" });
});

test("a program that is not there is an error, not an end", async (t) => {
  const run = {
    command: ["/nonexistent/oscap"],
    directory: tmpdir(),
    limits: { timeSec: 1, memoryMb: 16 },
    signal: t.signal,
    onRule: () => assert.fail("no rules"),
  };
  await assert.rejects(runOscap(run), { code: "ENOENT" });
});
