import type { Command } from "commander";
import { retireAgent } from "#exposure/flows";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withAgent } from "../with-agent.ts";

/** `vedette agent revoke NAME --tenant T` */
export function addAgentRevoke(agent: Command, line: CommandLine): void {
  agent
    .command("revoke")
    .description("refuse an agent for good; its host needs a new token to come back, as another")
    .argument("<name>", "its name or its id")
    .requiredOption("--tenant <name>", "whose agent it is")
    .addHelpText("after", examples("vedette agent revoke web1 --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette agent revoke", tenant, name };
      await withAgent(line, which, async (context, { id }) => {
        await retireAgent(context, { id });
        line.print(`Agent ${name} is revoked.`);
      });
    });
}
