import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { createLinks } from "./links.ts";

test("a link that is stopped ends alone; the others end together, and are waited for", async () => {
  const all = new AbortController();
  const links = createLinks(all.signal);
  const ended: string[] = [];
  const run = (name: string) => async (signal: AbortSignal) => {
    await once(signal, "abort");
    await Promise.resolve();
    ended.push(name);
  };
  const first = links.start(run("first"));
  links.start(run("second"));
  links.start(run("third"));
  await first.stop();
  assert.deepEqual(ended, ["first"]);
  all.abort();
  await links.ended();
  assert.deepEqual(ended, ["first", "second", "third"]);
});
