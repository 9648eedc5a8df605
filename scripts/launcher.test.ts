import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";

const launcher = fileURLToPath(new URL("../vedette", import.meta.url));
/** A machine without a Node of its own. */
const bare = { PATH: "/usr/bin:/bin" };

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "vedette-launcher-"));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

test("the launcher works from any directory, through links, with the Node it brings along", async (t) => {
  const cwd = await folder(t);
  await symlink(launcher, join(cwd, "absolute"));
  await mkdir(join(cwd, "bin"));
  await symlink("../absolute", join(cwd, "bin", "relative"));
  for (const program of [launcher, "./absolute", "bin/relative"]) {
    const version = execFileSync(program, ["--version"], { cwd, env: bare, encoding: "utf8" });
    assert.match(version, /^\d+\.\d+\.\d+\n$/);
  }
});

test("the launcher becomes the program, so that signals and exit codes are the program's", async (t) => {
  const env = { ...bare, VEDETTE_DATA_DIR: await folder(t) };
  const child = spawn(launcher, ["no-such-command"], { env, stdio: "ignore" });
  const [code] = await once(child, "exit");
  assert.equal(code, 2);
});

test("without packages the launcher says what to do", async (t) => {
  const copy = join(await folder(t), "vedette");
  await copyFile(launcher, copy);
  const { status, stderr } = spawnSync(copy, ["--version"], { env: bare, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /its packages are not installed; run npm install in \//);
});
