import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addKeyCreate } from "./key-create.ts";
import { addKeyList } from "./key-list.ts";
import { addKeyRevoke } from "./key-revoke.ts";

/** `vedette key create | list | revoke` */
export function addKeyCommands(program: Command, line: CommandLine): void {
  const key = program.command("key").description("API keys: create, list, revoke");
  addKeyCreate(key, line);
  addKeyList(key, line);
  addKeyRevoke(key, line);
}
