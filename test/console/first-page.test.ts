import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "#test/source-files";
import { buildConsoleIfStale } from "../../scripts/build-console.ts";

/** What a page may load before it is there, compressed with gzip. */
const mostBytes = 250_000;

interface Part {
  file: string;
  imports?: string[];
}

test("the scripts of the first page are at most 250 kB", async () => {
  await buildConsoleIfStale();
  const dist = join(root, "console/dist");
  const manifest = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8")) as Record<
    string,
    Part
  >;
  const files = new Set<string>();
  const add = (name: string): void => {
    const part = manifest[name];
    assert.ok(part !== undefined, `the manifest has no ${name}`);
    if (files.has(part.file)) return;
    files.add(part.file);
    for (const each of part.imports ?? []) add(each);
  };
  add("index.html");
  add("src/pages/overview/overview-page.tsx");
  const sizes = await Promise.all(
    [...files].map(async (file) => (await stat(join(dist, `${file}.gz`))).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= mostBytes, `${total} bytes in ${files.size} files`);
});
