import assert from "node:assert/strict";
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { Problem } from "#platform/errors";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";

const isRoot = process.getuid?.() === 0;

/** A copy of the installed package in a directory that only we may enter, as npm unpacks it: without links. */
async function unpackedPackage(t: TestContext): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "vedette-home-"));
  t.after(() => rm(home, { recursive: true }));
  const { postgres } = await findBinaries(undefined);
  const installed = join(dirname(postgres), "..", "..");
  const copy = join(home, "package");
  await mkdir(copy);
  await cp(join(installed, "package.json"), join(copy, "package.json"));
  await cp(join(installed, "native"), join(copy, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const text = await readFile(join(copy, "native", "pg-symlinks.json"), "utf8");
  const links: { target: string }[] = JSON.parse(text);
  for (const { target } of links) await rm(join(copy, target));
  return join(copy, "native");
}

test("links that an install without scripts left out are restored", async (t) => {
  const native = await unpackedPackage(t);
  const { postgres, version } = await findBinaries(undefined, native);
  assert.equal(postgres, join(native, "bin", "postgres"));
  assert.match(version, /^18\./);
});

test("a package without programs is refused with a way out", async (t) => {
  const native = await unpackedPackage(t);
  await rm(join(native, "bin", "postgres"));
  await assert.rejects(findBinaries(undefined, native), (error) => {
    assert.ok(error instanceof Problem);
    assert.match(error.message, /does not run on this machine: .*set DATABASE_URL/);
    return true;
  });
});

if (isRoot) {
  test("programs that the account cannot reach are copied once to where it can", async (t) => {
    const native = await unpackedPackage(t);
    const account = await chooseAccount("/nonexistent");
    const place = await mkdtemp(join(tmpdir(), "vedette-shared-"));
    t.after(() => rm(place, { recursive: true }));
    const first = await findBinaries(account, native, place);
    assert.ok(first.postgres.startsWith(place));
    const { ino } = await stat(first.postgres);
    const second = await findBinaries(account, native, place);
    assert.deepEqual(second, first);
    assert.equal((await stat(second.postgres)).ino, ino);
    assert.equal((await readdir(place)).length, 1);
  });

  test("a copy that somebody else may change is not run", async (t) => {
    const native = await unpackedPackage(t);
    const account = await chooseAccount("/nonexistent");
    const place = await mkdtemp(join(tmpdir(), "vedette-shared-"));
    t.after(() => rm(place, { recursive: true }));
    await findBinaries(account, native, place);
    const [copy] = await readdir(place);
    await chmod(join(place, copy ?? ""), 0o777);
    await assert.rejects(findBinaries(account, native, place), /must belong to root/);
  });
}
