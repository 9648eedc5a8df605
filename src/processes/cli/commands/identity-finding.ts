import type { Command } from "commander";
import { readIdentityFinding } from "#exposure/identity";
import type { CommandLine } from "../command-line.ts";
import { describeFinding } from "../describe-identity-findings.ts";
import { examples } from "../examples.ts";
import { withTenant } from "../with-tenant.ts";

/** `vedette identity finding ID --tenant T [--json]` */
export function addIdentityFinding(identity: Command, line: CommandLine): void {
  identity
    .command("finding")
    .description(
      "show one weakness of a directory: what was seen, what to do, where to read on, and what became of it",
    )
    .argument("<id>", "as vedette identity findings lists it")
    .requiredOption("--tenant <name>", "whose it is")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples("vedette identity finding 0199f1c2-6d1e-7a54-8f0b-1c2d3e4f5a6b --tenant default"),
    )
    .action(async (id: string, { tenant, json }: { tenant: string; json?: true }) => {
      await withTenant(line, { command: "vedette identity finding", tenant }, async (context) => {
        const finding = await readIdentityFinding(context, id);
        line.print(json ? JSON.stringify(finding) : describeFinding(finding));
      });
    });
}
