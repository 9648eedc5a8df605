import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "#test/source-files";

const textsFolder = "console/src/text/en/";

async function read(pattern: string): Promise<{ path: string; code: string }[]> {
  const files: { path: string; code: string }[] = [];
  for await (const path of glob(pattern, { cwd: root })) {
    files.push({ path, code: await readFile(join(root, path), "utf8") });
  }
  return files;
}

const sources = (await read("console/src/**/*.{ts,tsx}")).filter(
  ({ path }) => !path.startsWith(textsFolder),
);
const keys = (await read(`${textsFolder}*.ts`)).flatMap(({ code }) =>
  [...code.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key = ""]) => key),
);

/** What is written as it is, and the shapes that are put together: `status.${word}`. */
const code = sources.map((source) => source.code).join("\n");
const literals = new Set([...code.matchAll(/"([\w.-]+)"/g)].map(([, text = ""]) => text));
const shapes = [
  ...code.matchAll(/`([a-zA-Z][\w-]*\.(?:[\w.-]|\$\{[^}]*\})*\$\{(?:[\w.-]|\$\{|[^`])*?)`/g),
]
  .map(([, text = ""]) => text.split(/\$\{[^}]*\}/))
  .filter((parts) => parts.every((part) => /^[\w.-]*$/.test(part)))
  .map(
    (parts) => new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join("[^ ]+")}$`),
  );

test("every text of the catalogue is said somewhere", () => {
  const isSaid = (key: string): boolean => {
    const stem = key.replace(/\.(one|other)$/, "");
    return [key, stem].some(
      (each) => literals.has(each) || shapes.some((shape) => shape.test(each)),
    );
  };
  assert.ok(keys.length > 500, `${keys.length} texts were read`);
  assert.deepEqual(
    keys.filter((key) => !isSaid(key)),
    [],
  );
});

test("no text is there twice", () => {
  const seen = new Set<string>();
  assert.deepEqual(
    keys.filter((key) => seen.size === seen.add(key).size),
    [],
  );
});
