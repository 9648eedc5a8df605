import type { Command } from "commander";
import { deleteAgent } from "#exposure/agents";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withAgent } from "../with-agent.ts";

/** `vedette agent delete NAME --tenant T` */
export function addAgentDelete(agent: Command, line: CommandLine): void {
  agent
    .command("delete")
    .description("delete an agent that is revoked; what its audits found stays")
    .argument("<name>", "its name or its id")
    .requiredOption("--tenant <name>", "whose agent it is")
    .addHelpText("after", examples("vedette agent delete web1 --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette agent delete", tenant, name };
      await withAgent(line, which, async (context, { id }) => {
        await deleteAgent(context, { id });
        line.print(`Agent ${name} is deleted.`);
      });
    });
}
