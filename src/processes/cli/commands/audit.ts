import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addAuditJobs } from "./audit-jobs.ts";
import { addAuditList } from "./audit-list.ts";
import { addAuditRun } from "./audit-run.ts";
import { addAuditStop } from "./audit-stop.ts";

/** `vedette audit run | stop | list | jobs`: audits are declared with `vedette apply`. */
export function addAuditCommands(program: Command, line: CommandLine): void {
  const audit = program
    .command("audit")
    .description("audit hosts now, stop that, see how it went and what it found");
  addAuditRun(audit, line);
  addAuditStop(audit, line);
  addAuditList(audit, line);
  addAuditJobs(audit, line);
}
