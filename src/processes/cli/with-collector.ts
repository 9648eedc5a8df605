import { type Collector, listCollectors } from "#monitor/collectors";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type CommandLine, operatorContext, requireTenant } from "./command-line.ts";

/**
 * Opens the installation and finds a tenant's collector by its name.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function withCollector(
  line: CommandLine,
  which: { command: string; tenant: string; name: string },
  work: (context: Context, collector: Collector) => Promise<void>,
): Promise<void> {
  await line.withDatabase(which.command, { mayMake: false }, async (database) => {
    const { id: tenantId } = await requireTenant(database, which.tenant);
    const context = { ...operatorContext(database), tenantId };
    const collectors = await listCollectors(context);
    const collector = collectors.find(({ name }) => name === which.name);
    if (collector === undefined) {
      const names = collectors.map(({ name }) => name).join(", ");
      const message = `Tenant ${which.tenant} has no collector named ${JSON.stringify(which.name)}; it has ${names}.`;
      throw new Problem("not_found", message);
    }
    await work(context, collector);
  });
}
