import type { Command } from "commander";
import { disableProbe, enableProbe } from "#exposure/probes";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withProbe } from "../with-probe.ts";

/** `vedette probe disable NAME --tenant T` */
export function addProbeDisable(probe: Command, line: CommandLine): void {
  probe
    .command("disable")
    .description("refuse a probe from now on, so that it stops scanning; its scans stay declared")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose probe it is")
    .addHelpText("after", examples("vedette probe disable branch-berlin --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette probe disable", tenant, name };
      await withProbe(line, which, async (context, { id }) => {
        await disableProbe(context, { id });
        line.print(`Probe ${name} is disabled.`);
      });
    });
}

/** `vedette probe enable NAME --tenant T` */
export function addProbeEnable(probe: Command, line: CommandLine): void {
  probe
    .command("enable")
    .description("let a disabled probe back in")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose probe it is")
    .addHelpText("after", examples("vedette probe enable branch-berlin --tenant default"))
    .action(async (name: string, { tenant }: { tenant: string }) => {
      const which = { command: "vedette probe enable", tenant, name };
      await withProbe(line, which, async (context, { id }) => {
        const { mustEnrol } = await enableProbe(context, { id });
        line.print(
          mustEnrol
            ? `Probe ${name} is enabled, and has not enrolled yet: vedette probe token makes a token.`
            : `Probe ${name} is enabled. It comes back within a minute.`,
        );
      });
    });
}
