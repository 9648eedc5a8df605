import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addSnmpDiscover } from "./snmp-discover.ts";

/** `vedette snmp discover` */
export function addSnmpCommands(program: Command, line: CommandLine): void {
  const snmp = program.command("snmp").description("SNMP devices: discover what can be monitored");
  addSnmpDiscover(snmp, line);
}
