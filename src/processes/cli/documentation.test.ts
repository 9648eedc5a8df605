import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Command } from "commander";
import { createCommandLine } from "./command-line.ts";
import { buildProgram } from "./program.ts";

const program = await buildProgram(createCommandLine({}));
const pages = ["README.md", "SECURITY.md", "docs/operate.md", "docs/agents.md", "docs/console.md"];

/** What is typed after `vedette` in a page: in running text between backticks, in blocks as a line. */
function typedIn(page: string): string[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  const joined = text.replaceAll("\\\n", " ");
  const blocks = [...joined.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n"));
  const inBlocks = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[ (=/])vedette ([a-z].*?)(?=\)|$)/g)].map(([, typed = ""]) => typed),
  );
  const spans = [...joined.replaceAll(/^```.*?^```/gms, "").matchAll(/`([^`\n]*)`/g)];
  const inSpans = spans.flatMap(
    ([, span = ""]) => /^(?:\.\/)?vedette ([a-z].*)/.exec(span)?.[1] ?? [],
  );
  return [...inBlocks, ...inSpans];
}

/** What is wrong with a command as a page has it; `null`: nothing. */
function faultOf(typed: string): string | null {
  const words = typed.split(/[\s[\]|\\]+/).filter(Boolean);
  let command: Command = program;
  for (let word = words[0]; word !== undefined && command.commands.length > 0; word = words[0]) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined && word.startsWith("-")) break;
    if (next === undefined) return `${nameOf(command)} has no command ${word}`;
    command = next;
    words.shift();
  }
  const known = new Set(["--help", ...command.options.flatMap(({ long, short }) => [long, short])]);
  const options = words.flatMap((word) => /^--?[a-z][a-z-]*/.exec(word)?.[0] ?? []);
  const unknown = options.find((option) => !known.has(option));
  return unknown === undefined ? null : `${nameOf(command)} has no option ${unknown}`;
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

test("every command and option that the pages tell of is there", () => {
  for (const page of pages) {
    const typed = typedIn(page);
    assert.ok(typed.length > 0, page);
    for (const each of typed) assert.equal(faultOf(each), null, `${page}: vedette ${each}`);
  }
  assert.equal(faultOf("audti run x"), "vedette has no command audti");
  assert.equal(faultOf("audit rerun x"), "vedette audit has no command rerun");
  assert.equal(faultOf("audit run x [--agnet H]"), "vedette audit run has no option --agnet");
});
