import type { Command } from "commander";
import { endException } from "#exposure/audit-runs";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withTenant } from "../with-tenant.ts";

/** `vedette audit unexcept ID --tenant T` */
export function addAuditUnexcept(audit: Command, line: CommandLine): void {
  audit
    .command("unexcept")
    .description("end an exception: from now on its rule counts again")
    .argument("<id>", "as vedette audit exceptions lists it")
    .requiredOption("--tenant <name>", "whose exception it is")
    .addHelpText(
      "after",
      examples("vedette audit unexcept 0199f1c2-6d1e-7a54-8f0b-1c2d3e4f5a6b --tenant default"),
    )
    .action(async (id: string, { tenant }: { tenant: string }) => {
      await withTenant(line, { command: "vedette audit unexcept", tenant }, async (context) => {
        const { ruleId } = await endException(context, id);
        line.print(`${ruleId} counts again`);
      });
    });
}
