import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "#test/source-files";

/** All that pages say and do, without the catalogue and the client that is written from the document. */
async function consoleSource(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob("console/src/**/*.{ts,tsx}", { cwd: root })) {
    if (!file.includes("/text/en/") && !file.endsWith(".generated.ts")) files.push(file);
  }
  return files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
}

async function textKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const file of glob("console/src/text/en/*.ts", { cwd: root })) {
    const source = readFileSync(join(root, file), "utf8");
    keys.push(
      ...source.matchAll(/^ {2}"(?<key>[^"]+)":/gm).map(({ groups }) => groups?.["key"] ?? ""),
    );
  }
  return keys;
}

test("every text is said somewhere: by its key, as a plural, or by a key that begins as it does", async () => {
  const source = await consoleSource();
  const quoted = new Set(source.match(/"[\w.-]+"/g));
  const beginnings = source
    .matchAll(/`(?<beginning>[a-z]\w*\.[\w.-]*)\$\{/g)
    .map(({ groups }) => groups?.["beginning"] ?? "")
    .toArray();
  const unused = (await textKeys()).filter((key) => {
    const stem = key.replace(/\.(?:zero|one|two|few|many|other)$/, "");
    if (quoted.has(`"${key}"`) || quoted.has(`"${stem}"`)) return false;
    return !beginnings.some((beginning) => key.startsWith(beginning));
  });
  assert.deepEqual(unused, []);
});

test("no text is there twice", async () => {
  const seen = new Set<string>();
  const twice = (await textKeys()).filter((key) => seen.size === seen.add(key).size);
  assert.deepEqual(twice, []);
});
