import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runTests } from "./run-tests.ts";
import { type Part, Tally } from "./tally.ts";
import { TestTimes } from "./test-times.ts";

/** A tally that tells what was added to it. */
class OpenTally extends Tally {
  readonly parts: Part[] = [];

  override add(part: Part): void {
    this.parts.push(part);
    super.add(part);
  }
}

/** Runs test files of that content, and returns passed, failed and the note. */
async function outcomeOf(
  t: TestContext,
  files: readonly string[],
  {
    ci = "",
    silenceMs = 60_000,
    print,
  }: { ci?: string; silenceMs?: number; print?: (text: string) => void } = {},
): Promise<[number, number, string?]> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-run-tests-"));
  t.after(() => rm(folder, { recursive: true }));
  const paths = files.map((_, i) => join(folder, `${i}.test.mjs`));
  await Promise.all(
    paths.map((path, i) => writeFile(path, `import { test } from "node:test"; ${files[i]}`)),
  );
  const before = process.env["CI"];
  process.env["CI"] = ci;
  const tally = new OpenTally();
  await runTests(tally, "inner", paths, { silenceMs, ...(print === undefined ? {} : { print }) });
  process.env["CI"] = before ?? "";
  const [part] = tally.parts;
  assert.ok(part !== undefined);
  return part.note === undefined
    ? [part.passed, part.failed]
    : [part.passed, part.failed, part.note];
}

const passing = `test("a", () => {}); test("b", async (t) => { await t.test("c", () => {}); });`;
const failing = `test("a", () => {}); test("b", () => { throw new Error("b"); });`;

test("passes and failures are counted one by one, over all files", async (t) => {
  assert.deepEqual(await outcomeOf(t, [passing]), [3, 0]);
  assert.deepEqual(await outcomeOf(t, [passing, failing]), [4, 1]);
});

test("a file that crashes, cannot be loaded, or holds no test has failed", async (t) => {
  const crashing = `test("a", () => {}); setTimeout(() => process.exit(3), 20); test("b", () => new Promise(() => {}));`;
  const late = `test("a", () => {}); process.on("exit", () => { process.exitCode = 4; });`;
  for (const bad of [crashing, late, `import "./missing.mjs";`, ""]) {
    assert.deepEqual(await outcomeOf(t, [bad, passing]), [3 + (bad === late ? 1 : 0), 1], bad);
  }
});

test("a file that leaves something running has failed, though its tests passed", async (t) => {
  const leaking = `${passing} setInterval(() => {}, 1000);`;
  assert.deepEqual(await outcomeOf(t, [leaking], { silenceMs: 1_500 }), [0, 1]);
});

test("a file that hangs behind a failure tells what failed", async (t) => {
  const hanging = `test("a", async (t) => { await t.test("b", () => { throw new Error("why b failed"); }); await new Promise(() => setInterval(() => {}, 1000)); });`;
  let printed = "";
  await outcomeOf(t, [hanging], { silenceMs: 1_500, print: (text) => (printed += text) });
  assert.match(printed, /why b failed/);
  assert.match(printed, /did not end in time/);
});

test("files that are in order alone, but not in the process that they share, have failed", async (t) => {
  const sharing = `test("a", () => { if (Array.seen) throw new Error("seen"); Array.seen = true; });`;
  assert.deepEqual(await outcomeOf(t, [sharing]), [1, 0]);
  assert.deepEqual(await outcomeOf(t, [sharing, sharing]), [2, 1]);
});

test("only files that start no program, and touch nothing that all share, share a process", async (t) => {
  const inOne = `test("a", () => { if (Array.seen === 2) throw new Error("seen"); Array.seen = (Array.seen ?? 0) + 1; });`;
  for (const apart of [
    `import "node:child_process";`,
    `import "node:worker_threads";`,
    `process.env["A"] = "";`,
    `globalThis.a = 1;`,
    `import { mock } from "node:test"; mock.timers;`,
  ]) {
    const files = [inOne, inOne, `${inOne} ${apart}`];
    assert.deepEqual(await outcomeOf(t, files), [3, 0], apart);
  }
  assert.deepEqual(await outcomeOf(t, [inOne, inOne, `${inOne} import "node:net";`]), [3, 1]);
});

test("files that share a process keep their hooks to themselves, whatever they wait for while they are loaded", async (t) => {
  const hooked = `
    import { after, before, beforeEach } from "node:test";
    await new Promise((resolve) => setTimeout(resolve, 5));
    let open = false, count = 0;
    before(() => { open = true; });
    await new Promise((resolve) => setTimeout(resolve, 5));
    beforeEach(() => { count += 1; });
    after(() => { open = false; });
    test("first", () => { if (!open || count !== 1 || Array.open) throw new Error("mixed"); Array.open = true; });
    test("second", () => { if (!open || count !== 2) throw new Error("mixed"); });
    after(() => { Array.open = false; });`;
  assert.deepEqual(await outcomeOf(t, [hooked, hooked, hooked]), [6, 0]);
});

test("a file that cannot be loaded, holds no test, or fails behind its tests is told of among those it shares a process with", async (t) => {
  const behind = `import { after } from "node:test"; test("a", () => {}); after(() => { throw new Error("after"); });`;
  for (const bad of [`import "./missing.mjs";`, "", behind]) {
    const [, failed] = await outcomeOf(t, [passing, bad, passing]);
    assert.equal(failed, 1, bad);
  }
});

test("what takes longest comes first, behind what never ran", () => {
  const times = new TestTimes({ a: 1, b: 3, c: 2 });
  times.note(["c", "d"], 8);
  const groups = [["a"], ["new"], ["b"], ["c", "a"], ["d", "newer"]];
  const inOrder = [["new"], ["d", "newer"], ["c", "a"], ["b"], ["a"]];
  assert.deepEqual(times.longestFirst(groups), inOrder);
});

test("a part without files has failed", async (t) => {
  assert.deepEqual(await outcomeOf(t, []), [0, 1, "there are no such tests"]);
});

test("a skipped test is told, and is a failure where CI=true", async (t) => {
  const skipping = `${passing} test("d", { skip: true }, () => {}); test("e", { todo: true }, () => {});`;
  assert.deepEqual(await outcomeOf(t, [skipping]), [3, 0, "2 skipped"]);
  const inCi = await outcomeOf(t, [skipping], { ci: "true" });
  assert.deepEqual(inCi, [3, 2, "2 skipped, which CI does not allow"]);
});
