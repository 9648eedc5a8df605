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

/** A browser has six connections to a server (HTTP/1.1): what takes more files than these has to wait in line. */
const mostFiles = 6;

test("the scripts of the first page are at most 250 kB, and no page waits for many small ones", async () => {
  await buildConsoleIfStale();
  const dist = join(root, "console/dist");
  const manifest = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8")) as Record<
    string,
    Part
  >;
  const filesOf = (name: string, files = new Set<string>()): Set<string> => {
    const part = manifest[name];
    assert.ok(part !== undefined, `the manifest has no ${name}`);
    if (files.has(part.file)) return files;
    files.add(part.file);
    for (const each of part.imports ?? []) filesOf(each, files);
    return files;
  };
  const first = filesOf("index.html");
  const sizes = await Promise.all(
    [...first].map(async (file) => (await stat(join(dist, `${file}.gz`))).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= mostBytes, `${total} bytes in ${first.size} files`);
  for (const page of ["sensors/sensors-page", "findings/findings-page", "assets/assets-page"]) {
    const files = filesOf(`src/pages/${page}.tsx`).difference(first);
    assert.ok(files.size <= mostFiles, `${page} needs ${[...files].join(", ")}`);
  }
});
