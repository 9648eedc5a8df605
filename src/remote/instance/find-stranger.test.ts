import assert from "node:assert/strict";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findStranger } from "./find-stranger.ts";

test("a directory that others may write to, or that is another user's, is told with what to do", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "vedette-stranger-"));
  t.after(() => rm(directory, { recursive: true }));
  for (const mode of [0o700, 0o750, 0o755]) {
    await chmod(directory, mode);
    assert.equal(await findStranger(directory), null);
  }
  for (const mode of [0o770, 0o775, 0o777, 0o702]) {
    await chmod(directory, mode);
    assert.match((await findStranger(directory)) ?? "", /can be written by others.*chmod go-w/);
  }
  await chmod(directory, 0o700);
  // Only root may give a directory away.
  if (process.getuid?.() !== 0) return;
  await chown(directory, 12_345, 12_345);
  assert.match((await findStranger(directory)) ?? "", /belongs to user 12345.*chown/);
});
