import type { Command } from "commander";
import { renameAgent } from "#exposure/agents";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withAgent } from "../with-agent.ts";

/** `vedette agent rename NAME NEW --tenant T` */
export function addAgentRename(agent: Command, line: CommandLine): void {
  agent
    .command("rename")
    .description("call an agent otherwise; its host keeps its name")
    .argument("<name>", "its name or its id")
    .argument("<new>", "how it is to be called")
    .requiredOption("--tenant <name>", "whose agent it is")
    .addHelpText("after", examples("vedette agent rename web1-2 web1 --tenant default"))
    .action(async (name: string, to: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette agent rename", tenant, name };
      await withAgent(line, which, async (context, { id }) => {
        await renameAgent(context, { id, name: to });
        line.print(`Agent ${name} is now called ${to.trim()}.`);
      });
    });
}
