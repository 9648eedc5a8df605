import type { Command } from "commander";
import { type Bundle, listBundleRows } from "#exposure/bundles";
import { type CommandLine, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette bundle list --tenant T [--json]` */
export function addBundleList(bundle: Command, line: CommandLine): void {
  bundle
    .command("list")
    .description("list bundles: what hosts can be audited against")
    .requiredOption("--tenant <name>", "whose bundles")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette bundle list --tenant default"))
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      await line.withDatabase("vedette bundle list", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const bundles = await listBundleRows(database.forTenant(tenantId), tenantId);
        line.print(json ? JSON.stringify(bundles) : table(bundles));
      });
    });
}

function table(bundles: readonly Bundle[]): string {
  return formatTable(
    ["NAME", "FILE", "KEPT", "PROFILES", "SHA-256", "CHANGED (UTC)"],
    bundles.map(({ name, fileName, source, profiles, sha256, updatedAt }) => [
      name,
      fileName,
      source === "file" ? "here" : "on hosts",
      source === "file" ? String(profiles.length) : "-",
      sha256 === null ? "-" : sha256.slice(0, 16),
      formatTime(updatedAt),
    ]),
  );
}
