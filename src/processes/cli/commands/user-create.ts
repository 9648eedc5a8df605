import { type Command, Option } from "commander";
import { type Role, roles } from "#platform/members";
import { invitePerson } from "#platform/people";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { consoleLink } from "../console-link.ts";
import { examples } from "../examples.ts";
import { formatTime } from "../table.ts";

interface Options {
  tenant: string;
  email: string;
  role: Role;
  name?: string;
  json?: true;
}

/** `vedette user create --tenant T --email E --role R [--name N] [--json]` */
export function addUserCreate(user: Command, line: CommandLine): void {
  user
    .command("create")
    .description("make a link with which somebody joins a tenant, once, within 7 days")
    .requiredOption("--tenant <name>", "which tenant")
    .requiredOption("--email <address>", "by which the person signs in; no mail is sent")
    .addOption(
      new Option("--role <role>", "what the person may do").choices(roles).makeOptionMandatory(),
    )
    .option("--name <name>", "the person's name, to begin with")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette user create --tenant default --email ann@example.com --role operator",
        "vedette user create --tenant default --email me@example.com --role owner   # all owners are locked out",
      ),
    )
    .action(async ({ tenant, email, role, name = "", json }: Options) => {
      const config = line.config();
      await line.withDatabase("vedette user create", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const context = { ...operatorContext(database), tenantId };
        const made = await invitePerson(context, { email, name, role, companyIds: null });
        const link = consoleLink(config, "join", made.token);
        const { expiresAt } = made;
        if (json) return line.print(JSON.stringify({ email: made.email, role, link, expiresAt }));
        line.note(
          `${made.email} joins ${tenant} as ${role} with this link, once, until ${formatTime(expiresAt)} UTC:`,
        );
        line.print(link);
      });
    });
}
