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
  { ci = "", fileTimeoutMs = 60_000 } = {},
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
  await runTests(tally, "inner", paths, { fileTimeoutMs });
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
  assert.deepEqual(await outcomeOf(t, [leaking], { fileTimeoutMs: 1_500 }), [0, 1]);
});

test("files that are in order alone, but not in the process that they share, have failed", async (t) => {
  const sharing = `test("a", () => { if (Array.seen) throw new Error("seen"); Array.seen = true; });`;
  assert.deepEqual(await outcomeOf(t, [sharing]), [1, 0]);
  assert.deepEqual(await outcomeOf(t, [sharing, sharing]), [2, 1]);
});

test("only files that touch nothing but their memory share a process", async (t) => {
  const once = `import { test as again } from "node:test"; again("d", () => {});`;
  const inOne = `test("a", () => { if (Array.seen === 2) throw new Error("seen"); Array.seen = (Array.seen ?? 0) + 1; });`;
  for (const apart of [`import "node:net";`, `process.env["A"] = "";`, `globalThis.a = 1;`]) {
    const files = [inOne, inOne, `${inOne} ${apart} ${once}`];
    assert.deepEqual(await outcomeOf(t, files), [4, 0], apart);
  }
});

test("what takes longest comes first, behind what never ran", () => {
  const times = new TestTimes({ a: 1, b: 3, c: 2 });
  times.note("c", 4);
  assert.deepEqual(times.longestFirst(["a", "new", "b", "c", "newer"]), [
    "new",
    "newer",
    "c",
    "b",
    "a",
  ]);
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
