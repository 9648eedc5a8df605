import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { takeDirectory } from "./take-directory.ts";

test("a directory has one holder, by whatever path it is named, and the next when that one gives it back", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "vedette-take-"));
  t.after(() => rm(parent, { recursive: true }));
  const directory = join(parent, "collector");
  const giveBack = await takeDirectory(directory, 0);
  assert.ok(giveBack !== null);
  await symlink(directory, join(parent, "alias"));
  assert.equal(await takeDirectory(join(parent, "alias"), 0), null);
  const waiting = takeDirectory(directory, 5000);
  await giveBack();
  const next = await waiting;
  assert.ok(next !== null);
  assert.ok((await takeDirectory(join(parent, "other"), 0)) !== null);
  await next();
});

test("a holder that was killed holds nothing", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "vedette-take-"));
  t.after(() => rm(directory, { recursive: true }));
  const program = `
    import { takeDirectory } from ${JSON.stringify(new URL("./take-directory.ts", import.meta.url).href)};
    await takeDirectory(process.argv[1], 0);
    console.log("taken");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, directory]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  assert.equal(await takeDirectory(directory, 0), null);
  child.kill("SIGKILL");
  const giveBack = await takeDirectory(directory, 5000);
  assert.ok(giveBack !== null);
  await giveBack();
});
