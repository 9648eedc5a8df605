import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addScanList } from "./scan-list.ts";
import { addScanRun } from "./scan-run.ts";
import { addScanShow } from "./scan-show.ts";
import { addScanStop } from "./scan-stop.ts";

/** `vedette scan run | stop | list | show`: scans are declared with `vedette apply`. */
export function addScanCommands(program: Command, line: CommandLine): void {
  const scan = program.command("scan").description("run scans now, stop them, see how they went");
  addScanRun(scan, line);
  addScanStop(scan, line);
  addScanList(scan, line);
  addScanShow(scan, line);
}
