import assert from "node:assert/strict";
import { test } from "node:test";
import { readSourceFiles, type SourceFile, sliceOf } from "#test/source-files";
import {
  mayImport,
  remoteMains,
  reservedWords,
  serverOnlyRooms,
  stages,
  tableOwners,
} from "../../architecture.ts";

const files = await readSourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));
const roomOf = (slice: string) => slice.split("/")[0] ?? slice;
const matches = (slice: string, entry: string) => slice === entry || roomOf(slice) === entry;

test("a file imports only what its room may know", () => {
  const wrong = files.flatMap((file) => {
    const slice = sliceOf(file.path);
    const allowed = mayImport[slice] ?? mayImport[roomOf(slice)];
    if (allowed === undefined) return [`${file.path}: ${slice} is no known room`];
    return ownImports(file)
      .filter(({ path }) => path.startsWith("src/") && sliceOf(path) !== slice)
      .filter(({ path }) => !allowed.some((entry) => matches(sliceOf(path), entry)))
      .map(({ specifier }) => `${file.path} imports ${specifier}`);
  });
  assert.deepEqual(wrong, []);
});

test("another slice is entered by its door, and by its name", () => {
  const wrong = files.flatMap((file) =>
    ownImports(file)
      .filter(
        ({ path, specifier }) =>
          path.startsWith("src/") &&
          specifier.startsWith(".") &&
          sliceOf(path) !== sliceOf(file.path),
      )
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

test("every import of our own leads to a file", () => {
  const wrong = files.flatMap((file) =>
    ownImports(file)
      .filter(({ path }) => path.startsWith("src/") && !byPath.has(path))
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

test("no slice depends on itself by way of others", () => {
  const arrows = new Map<string, Set<string>>();
  for (const file of files.filter((one) => !one.isTest)) {
    const from = sliceOf(file.path);
    for (const { path, typeOnly } of ownImports(file)) {
      if (typeOnly || !path.startsWith("src/") || sliceOf(path) === from) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(sliceOf(path)));
    }
  }
  const cycles = [...arrows.keys()].filter((slice) =>
    reachable(slice, (from) => [...(arrows.get(from) ?? [])]).has(slice),
  );
  assert.deepEqual(cycles, []);
});

test("a stage knows the types of another stage at most", () => {
  const stagesOf = (path: string) => stages.find((service) => service.includes(sliceOf(path)));
  const wrong = files
    .filter((file) => !file.isTest && stagesOf(file.path) !== undefined)
    .flatMap((file) =>
      ownImports(file)
        .filter(
          ({ path, typeOnly }) =>
            !typeOnly &&
            stagesOf(path) !== undefined &&
            stagesOf(path) === stagesOf(file.path) &&
            sliceOf(path) !== sliceOf(file.path),
        )
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
  assert.deepEqual(wrong, []);
});

test("the program uses nothing that is there for tests", () => {
  const wrong = files
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      ownImports(file)
        .filter(({ path }) => byPath.get(path)?.isTest === true || path.startsWith("test/"))
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
  assert.deepEqual(wrong, []);
});

test("every file that is started as a program or a thread is there", () => {
  const wrong = files.flatMap((file) =>
    file.starts.filter((path) => !byPath.has(path)).map((path) => `${file.path} starts ${path}`),
  );
  assert.deepEqual(wrong, []);
});

test("no server file is reachable from a program that runs at a customer's site", () => {
  for (const main of remoteMains) {
    assert.ok(byPath.has(main), `${main} exists`);
    const seen = reachable(main, (path) => {
      const file = byPath.get(path);
      return [...(file?.imports ?? []).flatMap((one) => one.path ?? []), ...(file?.starts ?? [])];
    });
    const wrong = [...seen].filter((path) => serverOnlyRooms.includes(roomOf(sliceOf(path))));
    assert.deepEqual(wrong, []);
  }
});

test("SQL, Fastify, the environment, other programs and the console are used only where they belong", () => {
  const wrong = reservedWords.flatMap(({ pattern, what, allowed }) =>
    files
      .filter((file) => !file.isTest && pattern.test(file.code))
      .filter(
        (file) =>
          !allowed.some((place) => file.path.startsWith(place) || file.path.endsWith(place)),
      )
      .map((file) => `${file.path} uses ${what}`),
  );
  assert.deepEqual(wrong, []);
});

test("a table is written by the slice that owns it, and by no other", () => {
  const writes =
    /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|copy)\s+(?:only\s+)?([a-z_0-9]+)/gi;
  const wrong = files
    .filter((file) => file.path.endsWith(".queries.ts"))
    .flatMap((file) =>
      Array.from(file.code.matchAll(writes), (match) => match[1] ?? "")
        .filter((table) => table in tableOwners && tableOwners[table] !== sliceOf(file.path))
        .map((table) => `${file.path} writes ${table}, which ${tableOwners[table]} owns`),
    );
  assert.deepEqual(wrong, []);
});

test("a statement's name is its own", () => {
  const names = files
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      Array.from(file.code.matchAll(/\bstatement(?:<[^(]*>)?\(\s*"([^"]+)"/g), (match) => ({
        name: match[1] ?? "",
        path: file.path,
      })),
    );
  const twice = names.filter(
    ({ name }, i) => names.findIndex((other) => other.name === name) !== i,
  );
  assert.deepEqual(twice, []);
});

function ownImports(file: SourceFile): { specifier: string; path: string; typeOnly: boolean }[] {
  return file.imports.flatMap(({ specifier, path, typeOnly }) =>
    path === null ? [] : [{ specifier, path, typeOnly }],
  );
}

/** Everything that can be reached from `start` in at least one step. */
function reachable(start: string, next: (from: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...next(start)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...next(at));
  }
  return seen;
}
