import type { Command } from "commander";
import { readRun, readRunOutcome } from "#exposure/scans";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { describeOutcome, describeProgress, describeTimes } from "../describe-run.ts";
import { examples } from "../examples.ts";
import { withScan } from "../with-scan.ts";

/** `vedette scan show NAME --tenant T [--json]` */
export function addScanShow(scan: Command, line: CommandLine): void {
  scan
    .command("show")
    .description(
      "show the latest run of a scan: what it found, and which hosts it left out, and why",
    )
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose scan it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette scan show nightly --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette scan show", tenant, name };
      await withScan(line, which, async (context, { latestRunId }) => {
        if (latestRunId === null) {
          throw new Problem("not_found", `The scan ${JSON.stringify(name)} has not run yet.`);
        }
        const run = await readRun(context, latestRunId);
        const outcome = await readRunOutcome(context, latestRunId);
        if (json) return line.print(JSON.stringify({ run, ...outcome }));
        const isOpen = run.state === "queued" || run.state === "running";
        line.print(describeOutcome(run, outcome));
        if (isOpen) line.print(describeProgress(run, context.now()));
        line.print(`\n${describeTimes(run)}`);
      });
    });
}
