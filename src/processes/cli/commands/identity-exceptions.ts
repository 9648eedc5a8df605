import type { Command } from "commander";
import { type ListedIdentityException, listIdentityExceptions } from "#exposure/identity";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";
import { withTenant } from "../with-tenant.ts";

/** `vedette identity exceptions --tenant T [--all] [--json]` */
export function addIdentityExceptions(identity: Command, line: CommandLine): void {
  identity
    .command("exceptions")
    .description("list the weaknesses of directories that somebody answers for not minding")
    .requiredOption("--tenant <name>", "whose")
    .option("--all", "those that expired or were ended as well")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette identity exceptions --tenant default --all"))
    .action(async ({ tenant, all, json }: { tenant: string; all?: true; json?: true }) => {
      const which = { command: "vedette identity exceptions", tenant };
      await withTenant(line, which, async (context) => {
        const known = await listIdentityExceptions(context);
        const shown = known.filter(({ state }) => all === true || state === "holds");
        line.print(json ? JSON.stringify(shown) : table(shown));
      });
    });
}

function table(exceptions: readonly ListedIdentityException[]): string {
  return formatTable(
    ["ID", "DIRECTORY", "RULE", "TARGET", "STATE", "UNTIL (UTC)", "FINDINGS", "OWNER", "REASON"],
    exceptions.map((one) => [
      one.id,
      one.directoryName ?? "all",
      one.ruleId ?? "all",
      one.target ?? "all",
      one.state,
      formatTime(one.expiresAt),
      String(one.findings),
      one.owner,
      one.reason.replaceAll(/\s+/g, " "),
    ]),
  );
}
