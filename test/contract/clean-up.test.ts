import assert from "node:assert/strict";
import { test } from "node:test";
import { endAfter } from "#test/clean-up";

test("what a test began is ended the latest first, all of it, and the test hears what could not be", async () => {
  const hooks: (() => Promise<void>)[] = [];
  const t = { after: (end: () => Promise<void>) => hooks.push(end) };
  const ended: string[] = [];
  const broken = new Error("it does not end");
  endAfter(t, () => void ended.push("directory"));
  endAfter(t, async () => {
    ended.push("server");
    throw broken;
  });
  endAfter(t, async () => void ended.push("probe"));
  assert.equal(hooks.length, 1);
  await assert.rejects(async () => hooks[0]?.(), { errors: [broken] });
  assert.deepEqual(ended, ["probe", "server", "directory"]);
});
