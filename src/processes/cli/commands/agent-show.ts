import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { describeAgent } from "../describe-agent.ts";
import { examples } from "../examples.ts";
import { withAgent } from "../with-agent.ts";

/** `vedette agent show NAME --tenant T [--json]` */
export function addAgentShow(agent: Command, line: CommandLine): void {
  agent
    .command("show")
    .description("show what an agent knows of its host, what it cannot see, and what would help")
    .argument("<name>", "its name or its id")
    .requiredOption("--tenant <name>", "whose agent it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette agent show web1 --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette agent show", tenant, name };
      await withAgent(line, which, async (_context, one) => {
        line.print(json ? JSON.stringify(one) : describeAgent(one));
      });
    });
}
