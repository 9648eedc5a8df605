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

test("every operation of the console's API is asked by a page: by its name, or as what happens to a declaration", async () => {
  const source = await consoleSource();
  const kindsOf = (dialogs: string) =>
    source
      .matchAll(new RegExp(`<(?:${dialogs})\\s[^>]*?kind="(?<kind>\\w+)"`, "g"))
      .map(({ groups }) => groups?.["kind"] ?? "")
      .toArray();
  const asked = new Set([
    ...source.matchAll(/"(?<word>\w+)"/g).map(({ groups }) => groups?.["word"] ?? ""),
    ...kindsOf("LoadedDeclaration|DeclarationDialog").flatMap((kind) => [
      `create${kind}`,
      `read${kind}Declaration`,
      `change${kind}`,
    ]),
    ...kindsOf("DeleteDeclaration").map((kind) => `delete${kind}`),
    // A list as the others are; its page deletes many at a time.
    "deleteSensor",
  ]);
  const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    readFileSync(join(root, "openapi/console.json"), "utf8"),
  );
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(
    operations.filter((operation) => !asked.has(operation)),
    [],
  );
});

test("no text is there twice", async () => {
  const seen = new Set<string>();
  const twice = (await textKeys()).filter((key) => seen.size === seen.add(key).size);
  assert.deepEqual(twice, []);
});
