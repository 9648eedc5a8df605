import type { Command } from "commander";
import { endIdentityException } from "#exposure/identity";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withTenant } from "../with-tenant.ts";

/** `vedette identity unexcept ID --tenant T [--json]` */
export function addIdentityUnexcept(identity: Command, line: CommandLine): void {
  identity
    .command("unexcept")
    .description("end an exception: what it accepted opens again, unless another one covers it")
    .argument("<id>", "as vedette identity exceptions lists it")
    .requiredOption("--tenant <name>", "whose exception it is")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples("vedette identity unexcept 0199f1c2-6d1e-7a54-8f0b-1c2d3e4f5a6b --tenant default"),
    )
    .action(async (id: string, { tenant, json }: { tenant: string; json?: true }) => {
      await withTenant(line, { command: "vedette identity unexcept", tenant }, async (context) => {
        const ended = await endIdentityException(context, { id });
        const { findings } = ended;
        const what = findings === 1 ? "1 finding" : `${findings} findings`;
        line.print(json ? JSON.stringify(ended) : `ended: it had accepted ${what}`);
      });
    });
}
