import type { Command } from "commander";
import { type JobReport, readNewestJobs } from "#exposure/audits";
import type { CommandLine } from "../command-line.ts";
import { describeJob } from "../describe-job.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";
import { withAudit } from "../with-audit.ts";

/** `vedette audit jobs NAME --tenant T [--json]` */
export function addAuditJobs(audit: Command, line: CommandLine): void {
  audit
    .command("jobs")
    .description("show how an audit last went on each host: how far it is, or what it came to")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose audit it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette audit jobs cis --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette audit jobs", tenant, name };
      await withAudit(line, which, async (context) => {
        const jobs = await readNewestJobs(context, { name });
        line.print(json ? JSON.stringify(jobs) : table(jobs, context.now()));
      });
    });
}

function table(jobs: readonly JobReport[], now: number): string {
  return formatTable(
    ["HOST", "STATE", "ASKED FOR (UTC)", "BY", "ENDED (UTC)", "RUN", "OUTCOME"],
    jobs.map((job) => [
      job.agentName,
      job.state,
      formatTime(job.createdAt),
      job.requestedBy,
      formatTime(job.finishedAt),
      job.runId ?? "-",
      describeJob(job, now),
    ]),
  );
}
