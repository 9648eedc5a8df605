import type { Command } from "commander";
import { renewEnrolmentToken } from "#monitor/collectors";
import type { CommandLine } from "../command-line.ts";
import { describeEnrolment } from "../enrolment.ts";
import { examples } from "../examples.ts";
import { withCollector } from "../with-collector.ts";

/** `vedette collector token NAME --tenant T` */
export function addCollectorToken(collector: Command, line: CommandLine): void {
  collector
    .command("token")
    .description(
      "make a new enrolment token and print it, alone, on stdout; the one before is void",
    )
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose collector it is")
    .addHelpText("after", examples("vedette collector token branch-berlin --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette collector token", tenant, name };
      await withCollector(line, which, async (context, { id }) => {
        const { token } = await renewEnrolmentToken(context, { id });
        line.note(describeEnrolment(line.config(), "collector", name, token));
        line.print(token);
      });
    });
}
