import type { Command } from "commander";
import { type Collector, isOnline, listCollectors } from "#monitor/collectors";
import { type CommandLine, operatorContext, tenantsNamed } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette collector list [--tenant T] [--json]` */
export function addCollectorList(collector: Command, line: CommandLine): void {
  collector
    .command("list")
    .description("list collectors, and whether they are online")
    .option("--tenant <name>", "of this tenant alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette collector list"))
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await line.withDatabase("vedette collector list", { mayMake: false }, async (database) => {
        const found: (Collector & { tenant: string; online: boolean })[] = [];
        for (const { id: tenantId, name } of await tenantsNamed(database, tenant)) {
          const collectors = await listCollectors({ ...operatorContext(database), tenantId });
          for (const each of collectors) {
            found.push({ ...each, tenant: name, online: isOnline(each.lastSeenAt, Date.now()) });
          }
        }
        line.print(json ? JSON.stringify(found) : table(found));
      });
    });
}

function table(collectors: readonly (Collector & { tenant: string; online: boolean })[]): string {
  return formatTable(
    ["ID", "TENANT", "NAME", "STATUS", "LAST SEEN (UTC)", "VERSION", "HOST", "SENSORS", "LAG P99"],
    collectors.map((each) => [
      each.id,
      each.tenant,
      each.name,
      each.status === "active" ? (each.online ? "online" : "offline") : each.status,
      formatTime(each.lastSeenAt),
      each.version ?? "-",
      each.hostname ?? "-",
      each.health === null ? "-" : String(each.health.sensors),
      each.health === null ? "-" : `${Math.round(each.health.lagP99Ms)} ms`,
    ]),
  );
}
