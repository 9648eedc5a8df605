import type { Command } from "commander";
import { type Probe, isOnline, listProbesForOperators } from "#exposure/probes";
import { type CommandLine, operatorContext, tenantsNamed } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette probe list [--tenant T] [--json]` */
export function addProbeList(probe: Command, line: CommandLine): void {
  probe
    .command("list")
    .description("list probes, and whether they are online")
    .option("--tenant <name>", "of this tenant alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette probe list"))
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await line.withDatabase("vedette probe list", { mayMake: false }, async (database) => {
        const found: (Probe & { tenant: string; online: boolean })[] = [];
        for (const { id: tenantId, name } of await tenantsNamed(database, tenant)) {
          const probes = await listProbesForOperators({ ...operatorContext(database), tenantId });
          for (const each of probes) {
            found.push({ ...each, tenant: name, online: isOnline(each.lastSeenAt, Date.now()) });
          }
        }
        line.print(json ? JSON.stringify(found) : table(found));
      });
    });
}

function table(probes: readonly (Probe & { tenant: string; online: boolean })[]): string {
  return formatTable(
    ["ID", "TENANT", "NAME", "STATUS", "LAST SEEN (UTC)", "VERSION", "HOST", "RUNS", "NMAP"],
    probes.map((each) => [
      each.id,
      each.tenant,
      each.name,
      each.status === "active" ? (each.online ? "online" : "offline") : each.status,
      formatTime(each.lastSeenAt),
      each.version ?? "-",
      each.hostname ?? "-",
      each.health === null ? "-" : String(each.health.runs),
      each.health?.nmap ?? "-",
    ]),
  );
}
