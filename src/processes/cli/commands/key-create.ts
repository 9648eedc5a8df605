import { type Command, Option } from "commander";
import { type KeyScope, type Service, createApiKey, keyScopes, services } from "#platform/api-keys";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";

interface Options {
  tenant: string;
  service: Service;
  scope: KeyScope;
  name: string;
}

/** `vedette key create --tenant T --service S --scope S --name N` */
export function addKeyCreate(key: Command, line: CommandLine): void {
  key
    .command("create")
    .description("make a key and print it, alone, on stdout; it cannot be shown again")
    .requiredOption("--tenant <name>", "whose data it opens")
    .addOption(
      new Option("--service <service>", "what it is for").choices(services).makeOptionMandatory(),
    )
    .addOption(
      new Option("--scope <scope>", "what it may do").choices(keyScopes).makeOptionMandatory(),
    )
    .requiredOption("--name <name>", "for people, to know it by")
    .addHelpText(
      "after",
      examples(
        "vedette key create --tenant default --service monitor --scope read --name dashboard",
        "KEY=$(vedette key create --tenant default --service monitor --scope read_write --name bot)",
      ),
    )
    .action(async ({ tenant, service, scope, name }: Options) => {
      await line.withDatabase("vedette key create", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const context = { ...operatorContext(database), tenantId };
        const created = await createApiKey(context, { service, scope, name });
        line.print(created.key);
      });
    });
}
