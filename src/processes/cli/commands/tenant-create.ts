import { type Command, InvalidArgumentError } from "commander";
import { newId } from "#lib/ids";
import { makeTenant } from "#processes/tenants";
import { type CommandLine, operatorContext } from "../command-line.ts";
import { examples } from "../examples.ts";

/** `vedette tenant create NAME [--sensor-limit N]` */
export function addTenantCreate(tenant: Command, line: CommandLine): void {
  tenant
    .command("create")
    .description("make a tenant and print its id; vedette apply makes missing ones, too")
    .argument("<name>")
    .option(
      "--sensor-limit <number>",
      "how many sensors its plan allows (default 10000)",
      wholeNumber,
    )
    .addHelpText("after", examples("vedette tenant create acme --sensor-limit 500"))
    .action(async (name: string, { sensorLimit }: { sensorLimit?: number }) => {
      await line.withDatabase("vedette tenant create", { mayMake: true }, async (database) => {
        const context = { ...operatorContext(database), tenantId: newId() };
        const input = { name, ...(sensorLimit === undefined ? {} : { sensorLimit }) };
        await database.transaction(context.tenantId, (tx) => makeTenant(tx, context, input));
        line.print(context.tenantId);
      });
    });
}

function wholeNumber(text: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= 2_147_483_647) return number;
  throw new InvalidArgumentError("It must be a whole number from 0 to 2147483647.");
}
