import type { Command } from "commander";
import { printableLine } from "#lib/printable";
import { listPackages } from "#exposure/packages";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable } from "../table.ts";
import { withAgent } from "../with-agent.ts";

/** `vedette agent packages NAME --tenant T [--json]` */
export function addAgentPackages(agent: Command, line: CommandLine): void {
  agent
    .command("packages")
    .description("list what is installed on an agent's host")
    .argument("<name>", "the agent's name or its id")
    .requiredOption("--tenant <name>", "whose agent it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette agent packages web1 --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette agent packages", tenant, name };
      await withAgent(line, which, async ({ database, tenantId }, { id, inventoryAt }) => {
        const db = database.forTenant(tenantId);
        const packages = (await listPackages(db, tenantId, [id])).get(id) ?? [];
        if (json) return line.print(JSON.stringify(packages));
        if (inventoryAt === null) line.note(`Agent ${name} has not sent its inventory yet.`);
        line.print(
          formatTable(
            ["NAME", "VERSION", "ARCH", "SOURCE", "SOURCE VERSION"],
            packages.map((one) =>
              [one.name, one.version, one.arch, one.source, one.sourceVersion].map(printableLine),
            ),
          ),
        );
      });
    });
}
