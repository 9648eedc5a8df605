import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addCollectorCreate } from "./collector-create.ts";
import { addCollectorList } from "./collector-list.ts";
import { addCollectorRevoke } from "./collector-revoke.ts";
import { addCollectorToken } from "./collector-token.ts";

/** `vedette collector`: runs one; and `create | list | revoke | token` to administer them. */
export function addCollectorCommands(program: Command, line: CommandLine): void {
  const collector = program
    .command("collector")
    .description("run a collector here; or create, list and revoke collectors");
  addCollectorCreate(collector, line);
  addCollectorList(collector, line);
  addCollectorRevoke(collector, line);
  addCollectorToken(collector, line);
}
