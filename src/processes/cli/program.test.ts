import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Command } from "commander";
import { createCommandLine } from "./command-line.ts";
import { buildProgram } from "./program.ts";

const program = await buildProgram(createCommandLine({}));

/** Every command that does something, by what is typed. */
function leaves(command: Command, typed = ""): [string, Command][] {
  return command.commands.flatMap((each) => {
    const name = `${typed} ${each.name()}`.trim();
    const below = leaves(each, name);
    return below.length === 0 ? [[name, each] as [string, Command]] : below;
  });
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

test("the commands that scripts of users know are there, and no others", () => {
  assert.deepEqual(
    leaves(program).map(([name]) => name),
    [
      "serve",
      "apply",
      "key create",
      "key list",
      "key revoke",
      "user create",
      "user list",
      "user reset-password",
      "user remove",
      "tenant create",
      "tenant list",
      "collector create",
      "collector list",
      "collector revoke",
      "collector token",
      "probe create",
      "probe list",
      "probe token",
      "probe disable",
      "probe enable",
      "agent token",
      "agent tokens",
      "agent token-revoke",
      "agent list",
      "agent show",
      "agent packages",
      "agent set",
      "agent rename",
      "agent revoke",
      "agent delete",
      "feeds sync",
      "feeds import",
      "feeds status",
      "scan run",
      "scan stop",
      "scan list",
      "scan show",
      "bundle add",
      "bundle list",
      "bundle show",
      "bundle remove",
      "audit run",
      "audit stop",
      "audit list",
      "audit jobs",
      "audit runs",
      "audit show",
      "audit compare",
      "audit import",
      "audit export",
      "audit except",
      "audit exceptions",
      "audit unexcept",
      "identity assess",
      "identity stop",
      "identity list",
      "identity show",
      "identity findings",
      "identity finding",
      "identity rules",
      "identity except",
      "identity exceptions",
      "identity unexcept",
      "import",
      "export",
      "snmp discover",
      "doctor",
      "backup",
      "restore",
    ],
  );
});

test("what begins with a command has that one alone; anything else has all, so that help and suggestions know them", async () => {
  const names = async (...args: string[]) =>
    (await buildProgram(createCommandLine({}), args)).commands.map((each) => each.name());
  const all = program.commands.map((each) => each.name());
  for (const name of all) assert.deepEqual(await names(name, "list"), [name]);
  for (const other of [[], ["--help"], ["help", "scan"], ["sca"], ["constructor"]]) {
    assert.deepEqual(await names(...other), all);
  }
});

test("every command explains itself, with an example that begins with its own name", () => {
  for (const [name, command] of [
    ...leaves(program),
    ["collector", program] as const,
    ["probe", program] as const,
    ["agent", program] as const,
  ]) {
    const shown =
      name === "collector" || name === "probe" || name === "agent"
        ? program.commands.find((each) => each.name() === name)
        : command;
    const help = helpOf(shown ?? assert.fail());
    assert.match(help, /^Usage: vedette /, name);
    assert.match(help, new RegExp(`\\nExamples?:\\n(.*\\n)*?.*vedette ${name}`), name);
  }
});

test("the documentation names every command", () => {
  const page = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");
  for (const [name] of leaves(program)) assert.ok(page.includes(`\`vedette ${name}`), name);
});
