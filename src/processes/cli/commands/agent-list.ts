import type { Command } from "commander";
import { printableLine } from "#lib/printable";
import { type AgentOverview, listAgentsForOperators } from "#exposure/agents";
import { type CommandLine, operatorContext, tenantsNamed } from "../command-line.ts";
import { countNotJudged, describeAgentStatus } from "../describe-agent.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette agent list [--tenant T] [--json]` */
export function addAgentList(agent: Command, line: CommandLine): void {
  agent
    .command("list")
    .description("list agents, whether they are online, and what they see of their hosts")
    .option("--tenant <name>", "of this tenant alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette agent list"))
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await line.withDatabase("vedette agent list", { mayMake: false }, async (database) => {
        const found: (AgentOverview & { tenant: string })[] = [];
        for (const { id: tenantId, name } of await tenantsNamed(database, tenant)) {
          const agents = await listAgentsForOperators({ ...operatorContext(database), tenantId });
          found.push(...agents.map((each) => ({ ...each, tenant: name })));
        }
        line.print(json ? JSON.stringify(found) : table(found));
      });
    });
}

function table(agents: readonly (AgentOverview & { tenant: string })[]): string {
  return formatTable(
    [
      "NAME",
      "TENANT",
      "STATUS",
      "LAST SEEN (UTC)",
      "SYSTEM",
      "SITE",
      "TAGS",
      "PACKAGES",
      "NOT JUDGED",
      "OSCAP",
      "VERSION",
    ],
    agents.map((each) => [
      each.name,
      each.tenant,
      describeAgentStatus(each),
      formatTime(each.lastSeenAt),
      printableLine(each.os ?? "-"),
      each.site ?? "-",
      each.tags.join(",") || "-",
      each.inventoryAt === null ? "-" : String(each.packages),
      String(countNotJudged(each) ?? "-"),
      each.oscap ?? "-",
      each.version ?? "-",
    ]),
  );
}
