import type { Command } from "commander";
import { renewEnrolmentToken } from "#exposure/probes";
import type { CommandLine } from "../command-line.ts";
import { describeEnrolment } from "../enrolment.ts";
import { examples } from "../examples.ts";
import { withProbe } from "../with-probe.ts";

/** `vedette probe token NAME --tenant T` */
export function addProbeToken(probe: Command, line: CommandLine): void {
  probe
    .command("token")
    .description(
      "make a new enrolment token and print it, alone, on stdout; the one before is void",
    )
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose probe it is")
    .addHelpText("after", examples("vedette probe token branch-berlin --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette probe token", tenant, name };
      await withProbe(line, which, async (context, { id }) => {
        const { token } = await renewEnrolmentToken(context, { id });
        line.note(describeEnrolment(line.config(), "probe", name, token));
        line.print(token);
      });
    });
}
