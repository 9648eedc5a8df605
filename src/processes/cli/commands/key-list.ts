import type { Command } from "commander";
import { listApiKeys } from "#platform/api-keys";
import { type CommandLine, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette key list [--tenant T] [--json]` */
export function addKeyList(key: Command, line: CommandLine): void {
  key
    .command("list")
    .description("list all keys, revoked ones included; never the keys themselves")
    .option("--tenant <name>", "of this tenant alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette key list --tenant default"))
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await line.withDatabase("vedette key list", { mayMake: false }, async (database) => {
        const only = tenant === undefined ? null : await requireTenant(database, tenant);
        const keys = (await listApiKeys(database)).filter(
          ({ tenantId }) => only === null || tenantId === only.id,
        );
        if (json) return line.print(JSON.stringify(keys));
        const rows = keys.map((each) => [
          each.id,
          each.tenantName,
          each.service,
          each.scope,
          each.name,
          `${each.hint}…`,
          formatTime(each.createdAt),
          formatTime(each.lastUsedAt),
          formatTime(each.revokedAt),
        ]);
        const headings = ["ID", "TENANT", "SERVICE", "SCOPE", "NAME", "BEGINS", "CREATED (UTC)"];
        line.print(formatTable([...headings, "LAST USED", "REVOKED"], rows));
      });
    });
}
