import { readFile } from "node:fs/promises";

/** What a test may take of Node and of the tests' support and still touch nothing but its own memory. */
const harmless = [
  "node:test",
  "node:assert/strict",
  "node:util",
  "node:url",
  "node:path",
  "node:zlib",
  "node:crypto",
  "#test/any-text",
  "#test/error-shape",
];

const imported = /(?:from|import|import\()\s*"(?<name>(?:node:|#test\/)[^"]+)"/g;

/** Where one sees what another does, though it imports nothing: no such file shares a process. */
const shared = /\bprocess\.(?:env|chdir|on|exit)|\bglobalThis\b|\bmock\b/;

/**
 * Pure tests, so that many can share a process: files whose name says nothing else, which open no file, connection or
 * process, and look at nothing that all share.
 */
export async function selectPure(files: readonly string[]): Promise<string[]> {
  const candidates = files.filter((file) => /\/[^./]+\.test\.m?[jt]s$/.test(file));
  const verdicts = await Promise.all(
    candidates.map(async (file) => isPure(await readFile(file, "utf8"))),
  );
  return candidates.filter((_, i) => verdicts[i] === true);
}

function isPure(source: string): boolean {
  const names = [...source.matchAll(imported)].map(({ groups }) => groups?.["name"] ?? "");
  return names.every((name) => harmless.includes(name)) && !shared.test(source);
}
