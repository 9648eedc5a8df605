import type { Command } from "commander";
import { createCollectorIn, setTargetLists } from "#monitor/collectors";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { describeEnrolment } from "../enrolment.ts";
import { examples } from "../examples.ts";

interface Options {
  tenant: string;
  allow?: string[];
  deny?: string[];
}

/** `vedette collector create NAME --tenant T [--allow CIDR…] [--deny CIDR…]` */
export function addCollectorCreate(collector: Command, line: CommandLine): void {
  collector
    .command("create")
    .description("make a remote collector and print its one-time enrolment token, alone, on stdout")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose sensors it polls")
    .option("--allow <cidr...>", "it may ask these addresses and no others")
    .option("--deny <cidr...>", "it may not ask these addresses")
    .addHelpText("after", examples("vedette collector create branch-berlin --tenant default"))
    .action(async (name: string, { tenant, allow = [], deny = [] }: Options) => {
      const command = "vedette collector create";
      await line.withDatabase(command, { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const context = { ...operatorContext(database), tenantId };
        const token = await database.transaction(tenantId, async (tx) => {
          const made = await createCollectorIn(tx, context, { name });
          await setTargetLists(tx, context, { id: made.id, allow, deny });
          return made.token;
        });
        line.note(describeEnrolment(line.config(), "collector", name, token));
        line.print(token);
      });
    });
}
