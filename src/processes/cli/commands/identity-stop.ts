import type { Command } from "commander";
import { stopAssessment } from "#exposure/directories";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withDirectory } from "../with-directory.ts";

const answers = {
  stopped: "stopped: no probe had taken it yet",
  stopping: "it stops as soon as its probe hears of it: at once, while that is connected",
} as const;

/** `vedette identity stop NAME --tenant T [--json]` */
export function addIdentityStop(identity: Command, line: CommandLine): void {
  identity
    .command("stop")
    .description("stop the assessment of a directory; what its rules found until then is kept")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose directory it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette identity stop corp --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette identity stop", tenant, name };
      await withDirectory(line, which, async (context) => {
        const answer = await stopAssessment(context, { name });
        if (answer === "ended") {
          throw new Problem("not_found", `No assessment of ${JSON.stringify(name)} is under way.`);
        }
        line.print(json ? JSON.stringify({ answer }) : answers[answer]);
      });
    });
}
