import type { Command } from "commander";
import { listExceptions } from "#exposure/audit-runs";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";
import { withTenant } from "../with-tenant.ts";

type Exceptions = Awaited<ReturnType<typeof listExceptions>>;

/** `vedette audit exceptions --tenant T [--all] [--json]` */
export function addAuditExceptions(audit: Command, line: CommandLine): void {
  audit
    .command("exceptions")
    .description("list the rules that somebody answers for not keeping")
    .requiredOption("--tenant <name>", "whose")
    .option("--all", "those that expired or were ended as well")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette audit exceptions --tenant default --all"))
    .action(async ({ tenant, all, json }: { tenant: string; all?: true; json?: true }) => {
      await withTenant(line, { command: "vedette audit exceptions", tenant }, async (context) => {
        const known = await listExceptions(context);
        const shown = known.filter(({ state }) => all === true || state === "holds");
        line.print(json ? JSON.stringify(shown) : table(shown));
      });
    });
}

function table(exceptions: Exceptions): string {
  return formatTable(
    ["ID", "RULE", "WHERE", "STATE", "UNTIL (UTC)", "OWNER", "REASON"],
    exceptions.map((one) => [
      one.id,
      one.ruleId,
      placeOf(one),
      one.state,
      formatTime(one.expiresAt),
      one.owner,
      one.reason.replaceAll(/\s+/g, " "),
    ]),
  );
}

function placeOf({ assetId, assetName, siteName, tag }: Exceptions[number]): string {
  const parts = [
    assetId === null ? null : `asset ${assetName ?? assetId}`,
    siteName === null ? null : `site ${siteName}`,
    tag === null ? null : `tag ${tag}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "everywhere" : parts.join(", ");
}
