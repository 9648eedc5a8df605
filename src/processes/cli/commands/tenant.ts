import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addTenantCreate } from "./tenant-create.ts";
import { addTenantList } from "./tenant-list.ts";

/** `vedette tenant create | list` */
export function addTenantCommands(program: Command, line: CommandLine): void {
  const tenant = program.command("tenant").description("tenants: create, list");
  addTenantCreate(tenant, line);
  addTenantList(tenant, line);
}
