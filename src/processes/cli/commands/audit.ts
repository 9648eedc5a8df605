import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addAuditCompare } from "./audit-compare.ts";
import { addAuditExcept } from "./audit-except.ts";
import { addAuditExceptions } from "./audit-exceptions.ts";
import { addAuditExport } from "./audit-export.ts";
import { addAuditImport } from "./audit-import.ts";
import { addAuditJobs } from "./audit-jobs.ts";
import { addAuditList } from "./audit-list.ts";
import { addAuditRun } from "./audit-run.ts";
import { addAuditRuns } from "./audit-runs.ts";
import { addAuditShow } from "./audit-show.ts";
import { addAuditStop } from "./audit-stop.ts";
import { addAuditUnexcept } from "./audit-unexcept.ts";

/**
 * `vedette audit run | stop | list | jobs` of audits, which are declared with `vedette apply`; `runs | show | compare | import |
 * export` of what they came to; `except | exceptions | unexcept` of rules that somebody answers for.
 */
export function addAuditCommands(program: Command, line: CommandLine): void {
  const audit = program
    .command("audit")
    .description("audit hosts now, stop that, see how it went and what it found");
  addAuditRun(audit, line);
  addAuditStop(audit, line);
  addAuditList(audit, line);
  addAuditJobs(audit, line);
  addAuditRuns(audit, line);
  addAuditShow(audit, line);
  addAuditCompare(audit, line);
  addAuditImport(audit, line);
  addAuditExport(audit, line);
  addAuditExcept(audit, line);
  addAuditExceptions(audit, line);
  addAuditUnexcept(audit, line);
}
