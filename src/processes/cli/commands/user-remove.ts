import type { Command } from "commander";
import { removeMember } from "#platform/people";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { requireUser } from "../require-user.ts";

/** `vedette user remove EMAIL --tenant T [--json]` */
export function addUserRemove(user: Command, line: CommandLine): void {
  user
    .command("remove")
    .description("take a person out of a tenant, at once")
    .argument("<email>", "whom")
    .requiredOption("--tenant <name>", "out of which tenant")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette user remove ann@example.com --tenant default"))
    .action(async (email: string, { tenant, json }: { tenant: string; json?: true }) => {
      await line.withDatabase("vedette user remove", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const person = await requireUser(database, email);
        await removeMember({ ...operatorContext(database), tenantId }, person.id);
        if (json) return line.print(JSON.stringify({ email: person.email, tenant }));
        line.print(`${person.email} is in ${tenant} no more.`);
      });
    });
}
