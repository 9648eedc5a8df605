import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { gunzip } from "#lib/gzip";
import { type Spool, type SpoolOptions, openSpool } from "./spool.ts";

const noLimit = 1e9;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function temporary(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-spool-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function options(directory: string, others: Partial<SpoolOptions> = {}): SpoolOptions {
  return { directory, now: () => null, log: quiet, ...others };
}

/** Takes everything, in batches of at most `maxItems`, and releases it. */
async function drain(spool: Spool, maxItems = noLimit): Promise<number[][]> {
  const batches: number[][] = [];
  for (;;) {
    const batch = await spool.take(maxItems, noLimit);
    if (batch === null) return batches;
    const items: number[] = JSON.parse(`[${(await gunzip(batch.payload, noLimit)).toString()}]`);
    assert.equal(items.length, batch.items);
    batches.push(items);
    await spool.release();
  }
}

test("what was appended comes out in order, each item once, whatever the batches, joins and restarts", async (t) => {
  const parent = await temporary(t);
  let run = 0;
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(6000)), {
    maxLength: 150,
  });
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.integer({ min: 1, max: 9000 }),
      fc.nat(150),
      async (counts, most, restartAt) => {
        const directory = join(parent, String(run++));
        let spool = await openSpool(options(directory));
        let next = 0;
        for (const [index, count] of counts.entries()) {
          if (index === restartAt) spool = await openSpool(options(directory));
          const items = Array.from({ length: count }, () => next++);
          await spool.append(items.join(","), count, 1);
        }
        assert.equal(spool.status().items, next);
        const batches = await drain(await openSpool(options(directory)), most);
        assert.deepEqual(
          batches.flat(),
          Array.from({ length: next }, (_, i) => i),
        );
        for (const batch of batches) assert.ok(batch.length <= Math.max(most, 6000));
        assert.deepEqual(await readdir(directory), []);
      },
    ),
    { numRuns: 15 },
  );
});

test("many small files are joined, so that an outage does not use up inodes", async (t) => {
  const directory = await temporary(t);
  const spool = await openSpool(options(directory));
  for (let i = 0; i < 1000; i++) await spool.append(String(i), 1, i);
  assert.ok((await readdir(directory)).length < 100);
  assert.ok(spool.status().files < 100);
  assert.deepEqual(
    (await drain(spool)).flat(),
    Array.from({ length: 1000 }, (_, i) => i),
  );
});

test("killed between joining and deleting, nothing is sent twice; killed while writing, nothing half is sent", async (t) => {
  const directory = await temporary(t);
  const spool = await openSpool(options(directory));
  for (let i = 1; i <= 3; i++) await spool.append(String(i), 1, i);
  const files = (await readdir(directory)).toSorted();
  const kept = await Promise.all(files.map((file) => readFile(join(directory, file))));
  const joined = await openSpool(options(await temporary(t)));
  await joined.append("1,2", 2, 2);
  await writeFile(join(directory, "000000000001-000000000002-2-2.gz"), await onlyFile(joined));
  await writeFile(
    join(directory, "000000000004-000000000004-1-4.gz.tmp"),
    kept[0]?.subarray(0, 5) ?? "",
  );
  assert.deepEqual((await drain(await openSpool(options(directory)))).flat(), [1, 2, 3]);
  assert.deepEqual(await readdir(directory), []);
});

async function onlyFile(spool: Spool): Promise<Buffer> {
  const batch = await spool.take(noLimit, noLimit);
  assert.ok(batch !== null);
  return batch.payload;
}

test("a damaged file is set aside by name and counted, and the rest goes on", async (t) => {
  const directory = await temporary(t);
  const said: object[] = [];
  const log = { ...quiet, error: (facts: object) => void said.push(facts) };
  const spool = await openSpool(options(directory, { log }));
  for (let i = 0; i < 4; i++) await spool.append(String(i), 1, i);
  const files = (await readdir(directory)).toSorted();
  const [, empty = "", cut = ""] = files;
  await writeFile(join(directory, empty), "");
  await writeFile(join(directory, cut), (await readFile(join(directory, cut))).subarray(0, 15));
  assert.deepEqual((await drain(spool)).flat(), [0, 3]);
  assert.deepEqual((await readdir(join(directory, "damaged"))).toSorted(), [empty, cut]);
  assert.equal(spool.status().droppedItems, 2);
  assert.equal(said.length, 2);
});

test("beyond its age or size the oldest goes first, counted and said; an unknown time ages nothing", async (t) => {
  const directory = await temporary(t);
  const said: object[] = [];
  const log = { ...quiet, error: (facts: object) => void said.push(facts) };
  let now: number | null = null;
  const spool = await openSpool(
    options(directory, { log, now: () => now, maxAgeMs: 1000, maxBytes: 100 }),
  );
  for (let i = 0; i < 4; i++) await spool.append(String(i), 1, i * 1000); // 21 bytes each
  assert.equal(spool.status().items, 4);
  now = 2500;
  assert.deepEqual((await spool.take(1, noLimit))?.items, 1);
  assert.equal(spool.status().droppedItems, 2);
  await spool.append("4", 1, 4000);
  await spool.append("5", 1, 4000);
  await spool.append("6", 1, 4000);
  now = 4000;
  assert.deepEqual((await drain(spool)).flat(), [3, 4, 5, 6]);
  for (let i = 10; i < 20; i++) await spool.append(String(i), 1, 4000);
  assert.deepEqual((await drain(spool)).flat(), [16, 17, 18, 19]);
  assert.equal(spool.status().droppedItems, 3 + 6);
  assert.ok(said.length >= 2);
});

test("while the disk takes nothing, memory keeps the newest up to a bound, and the disk gets them when it can", async (t) => {
  const directory = join(await temporary(t), "spool");
  const said: string[] = [];
  const note = (_: object, sentence: string) => void said.push(sentence);
  const log = { ...quiet, error: note, info: note };
  const spool = await openSpool(options(directory, { log, maxHeldBytes: 70 }));
  await spool.append("0", 1, 0);
  await rm(directory, { recursive: true });
  await writeFile(directory, "in the way");
  for (let i = 1; i <= 5; i++) await spool.append(String(i), 1, 0); // 21 bytes each
  assert.deepEqual(spool.status().heldItems, 3);
  assert.match(said[0] ?? "", /the disk takes no results/);
  await rm(directory);
  await mkdir(directory);
  await spool.append("6", 1, 0);
  assert.equal(spool.status().heldItems, 0);
  assert.equal(said.at(-1), "the disk takes results again");
  const again = await openSpool(options(directory));
  assert.deepEqual((await drain(again)).flat(), [3, 4, 5, 6]);
});

test("what the server refuses is set aside, even when it is only in memory, and at most a hundred are kept", async (t) => {
  const directory = await temporary(t);
  const spool = await openSpool(options(directory));
  for (let i = 0; i < 105; i++) {
    await spool.append(String(i), 1, 0);
    await spool.take(1, noLimit);
    await spool.refuse("results/0/at: it must be a whole number");
  }
  assert.equal(await spool.take(1, noLimit), null);
  const kept = (await readdir(join(directory, "refused"))).toSorted();
  assert.equal(kept.length, 100);
  assert.match(kept[99] ?? "", /^000000000105-/);
});

test("a process killed at any moment leaves every batch that it was told is kept", async (t) => {
  const directory = await temporary(t);
  const program = `
    import { openSpool } from ${JSON.stringify(new URL("./spool.ts", import.meta.url).href)};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const spool = await openSpool({ directory: process.argv[1], now: () => null, log });
    for (let i = 0; ; i++) { await spool.append(String(i), 1, i); console.log(i); }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, directory]);
  t.after(() => child.kill("SIGKILL"));
  let told = "";
  await new Promise<void>((resolve, reject) => {
    child.on("exit", () => reject(new Error("the writer ended by itself")));
    child.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString();
      if (told.split("\n").length > 300) resolve();
    });
  });
  const gone = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGKILL");
  await gone;
  const last = Number(told.trim().split("\n").at(-1));
  const items = (await drain(await openSpool(options(directory)))).flat();
  assert.ok(items.length >= last + 1);
  assert.deepEqual(
    items,
    Array.from({ length: items.length }, (_, i) => i),
  );
});
