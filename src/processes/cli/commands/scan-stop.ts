import type { Command } from "commander";
import { stopRun } from "#exposure/scans";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withScan } from "../with-scan.ts";

const answers = {
  stopped: "stopped: no probe had taken it yet",
  stopping: "it stops as soon as its probe hears of it: at once, while that is connected",
} as const;

/** `vedette scan stop NAME --tenant T` */
export function addScanStop(scan: Command, line: CommandLine): void {
  scan
    .command("stop")
    .description("stop the run of a scan that is under way; what it found until then is kept")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose scan it is")
    .addHelpText("after", examples("vedette scan stop nightly --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette scan stop", tenant, name };
      await withScan(line, which, async (context, { latestRunId }) => {
        const answer = latestRunId === null ? "ended" : await stopRun(context, latestRunId);
        if (answer !== "ended") return line.print(answers[answer]);
        throw new Problem("not_found", `No run of ${JSON.stringify(name)} is under way.`);
      });
    });
}
