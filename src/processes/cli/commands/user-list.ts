import type { Command } from "commander";
import { listEverybody } from "#platform/people";
import { type CommandLine, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette user list [--tenant T] [--json]` */
export function addUserList(user: Command, line: CommandLine): void {
  user
    .command("list")
    .description("list who is in which tenant, and what that person may do there")
    .option("--tenant <name>", "of this tenant alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette user list --tenant default"))
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await line.withDatabase("vedette user list", { mayMake: false }, async (database) => {
        const only = tenant === undefined ? null : await requireTenant(database, tenant);
        const people = (await listEverybody(database.system)).filter(
          ({ tenantId }) => only === null || tenantId === only.id,
        );
        if (json) return line.print(JSON.stringify(people));
        const rows = people.map((each) => [
          each.tenantName,
          each.email,
          each.name,
          each.role,
          each.companyIds === null ? "all" : String(each.companyIds.length),
          each.hasSecondFactor ? "yes" : "no",
          formatTime(each.lastSeenAt),
        ]);
        const headings = ["TENANT", "E-MAIL", "NAME", "ROLE", "COMPANIES", "SECOND FACTOR"];
        line.print(formatTable([...headings, "LAST SEEN (UTC)"], rows));
      });
    });
}
