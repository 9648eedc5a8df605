import type { Command } from "commander";
import { revokeCollector } from "#monitor/collectors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withCollector } from "../with-collector.ts";

/** `vedette collector revoke NAME --tenant T` */
export function addCollectorRevoke(collector: Command, line: CommandLine): void {
  collector
    .command("revoke")
    .description("refuse a collector from now on; its sensors stay assigned to it")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose collector it is")
    .addHelpText("after", examples("vedette collector revoke branch-berlin --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette collector revoke", tenant, name };
      await withCollector(line, which, async (context, { id }) => {
        await revokeCollector(context, { id });
        line.print(`Collector ${name} is revoked.`);
      });
    });
}
