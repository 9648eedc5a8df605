import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addUserCreate } from "./user-create.ts";
import { addUserList } from "./user-list.ts";
import { addUserRemove } from "./user-remove.ts";
import { addUserResetPassword } from "./user-reset-password.ts";

/** `vedette user create | list | reset-password | remove` */
export function addUserCommands(program: Command, line: CommandLine): void {
  const user = program
    .command("user")
    .description("people of the console: create, list, reset-password, remove");
  addUserCreate(user, line);
  addUserList(user, line);
  addUserResetPassword(user, line);
  addUserRemove(user, line);
}
