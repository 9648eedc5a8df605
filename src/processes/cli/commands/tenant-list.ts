import type { Command } from "commander";
import { listTenants } from "#platform/tenants";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette tenant list [--json]` */
export function addTenantList(tenant: Command, line: CommandLine): void {
  tenant
    .command("list")
    .description("list all tenants")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette tenant list"))
    .action(async ({ json }: { json?: true }) => {
      await line.withDatabase("vedette tenant list", { mayMake: false }, async (database) => {
        const tenants = await listTenants(database.system);
        if (json) return line.print(JSON.stringify(tenants));
        const rows = tenants.map((each) => [
          each.id,
          each.name,
          String(each.sensorLimit),
          formatTime(each.createdAt),
        ]);
        line.print(formatTable(["ID", "NAME", "SENSOR LIMIT", "CREATED (UTC)"], rows));
      });
    });
}
