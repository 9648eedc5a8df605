import type { Command } from "commander";
import { stopAudit } from "#exposure/audits";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withAudit } from "../with-audit.ts";

/** `vedette audit stop NAME --tenant T [--json]` */
export function addAuditStop(audit: Command, line: CommandLine): void {
  audit
    .command("stop")
    .description("stop an audit on all hosts where it waits or is under way; these runs are lost")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose audit it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette audit stop cis --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette audit stop", tenant, name };
      await withAudit(line, which, async (context) => {
        const counts = await stopAudit(context, { name });
        const { stopped, stopping } = counts;
        if (stopped + stopping === 0) {
          throw new Problem("not_found", `${JSON.stringify(name)} is under way nowhere.`);
        }
        if (json) return line.print(JSON.stringify(counts));
        if (stopped > 0) line.print(`stopped where no agent had taken it yet: ${stopped}`);
        if (stopping > 0) {
          line.print(
            `stops as soon as its agent hears of it, at once while connected: ${stopping}`,
          );
        }
      });
    });
}
