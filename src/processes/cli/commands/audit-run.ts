import type { Command } from "commander";
import { type JobReport, readBatch, requestAudit } from "#exposure/audits";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { describeBatch, describeJobs, isOpen } from "../describe-job.ts";
import { examples } from "../examples.ts";
import { follow } from "../follow.ts";
import { onInterrupt } from "../on-interrupt.ts";
import { withAudit } from "../with-audit.ts";

interface Options {
  tenant: string;
  agent?: string;
  arf?: true;
  wait?: true;
  json?: true;
}

/** More hosts than this make a line that nobody reads. */
const shownHosts = 5;

/** `vedette audit run NAME --tenant T [--agent HOST] [--arf] [--wait] [--json]` */
export function addAuditRun(audit: Command, line: CommandLine): void {
  audit
    .command("run")
    .description(
      "audit all hosts of an audit now, or one; where it is under way, it is not begun again",
    )
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose audit it is")
    .option("--agent <host>", "this host only, by the name of its agent")
    .option("--arf", "keep the whole results file (ARF) of each run, too")
    .option("--wait", "show how far it is until it ends; exit code 1 when it fails on any host")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette audit run cis --tenant default --wait",
        "vedette audit run cis --tenant default --agent web1 --arf",
      ),
    )
    .action(async (name: string, options: Options) => {
      const which = { command: "vedette audit run", tenant: options.tenant, name };
      await withAudit(line, which, (context) => run(line, context, name, options));
    });
}

async function run(
  line: CommandLine,
  context: Context,
  name: string,
  { tenant, agent, arf, wait, json }: Options,
): Promise<void> {
  const asked = await requestAudit(context, {
    name,
    ...(agent === undefined ? {} : { agent }),
    arf: arf ?? false,
  });
  for (const { agent: host, why } of asked.skipped) line.note(`${host}: ${why}`);
  const how = `vedette audit jobs ${JSON.stringify(name)} --tenant ${JSON.stringify(tenant)} shows how it goes.`;
  if (asked.jobs === 0) throw new Problem("unavailable", `Nothing new was begun; ${how}`);
  if (wait === undefined) {
    const hosts = asked.jobs === 1 ? "1 host" : `${asked.jobs} hosts`;
    line.print(json ? JSON.stringify(asked) : `asked for on ${hosts}`);
    line.note(how);
    return;
  }
  const interrupt = onInterrupt();
  try {
    const { batchId, skipped } = asked;
    const { now } = context;
    const jobs = await follow(
      {
        read: () => readBatch(context, batchId),
        isOpen: (all) => all.some(isOpen),
        describe: (all) => `${name}: ${describeBatch(all, now())}`,
        now,
      },
      interrupt.signal,
    );
    if (jobs.some(isOpen)) {
      const stop = `vedette audit stop ${JSON.stringify(name)} --tenant ${JSON.stringify(tenant)}`;
      throw new Problem("unavailable", `It goes on without being watched; ${stop} stops it.`);
    }
    line.print(json ? JSON.stringify({ batchId, jobs, skipped }) : describeJobs(jobs, now()));
    refuseFailures(jobs);
  } finally {
    interrupt.done();
  }
}

/** Why is told where the outcome of each host is: on stdout. */
function refuseFailures(jobs: readonly JobReport[]): void {
  if (jobs.length === 0) throw new Problem("not_found", "The audit was deleted meanwhile.");
  const failed = jobs.filter(({ state }) => state !== "completed");
  if (failed.length === 0) return;
  const names = failed.slice(0, shownHosts).map(({ agentName }) => agentName);
  const more = failed.length - names.length;
  if (more > 0) names.push(`${more} more`);
  const of = jobs.length === 1 ? "" : `${failed.length} of ${jobs.length} hosts: `;
  throw new Problem("unavailable", `It came to nothing on ${of}${names.join(", ")}.`);
}
