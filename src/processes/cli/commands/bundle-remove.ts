import type { Command } from "commander";
import { saveBundles } from "#exposure/bundles";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { withBundle } from "../with-bundle.ts";

/** `vedette bundle remove NAME --tenant T [--json]` */
export function addBundleRemove(bundle: Command, line: CommandLine): void {
  bundle
    .command("remove")
    .description("remove a bundle that no audit uses; what was found with it stays")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose bundle it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette bundle remove rhel8 --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette bundle remove", tenant, name };
      await withBundle(line, which, async (context, { id }) => {
        await context.database.transaction(context.tenantId, (tx) =>
          saveBundles(tx, context, { create: [], update: [], delete: [{ id, name }] }),
        );
        line.print(json ? JSON.stringify({ id, name }) : `removed ${name}`);
      });
    });
}
