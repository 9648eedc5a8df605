import type { Context } from "#platform/context";
import { type CommandLine, operatorContext, requireTenant } from "./command-line.ts";

/** Opens the installation for what an operator does with a tenant's data. @throws Problem as `requireTenant`. */
export async function withTenant(
  line: CommandLine,
  which: { command: string; tenant: string },
  work: (context: Context) => Promise<void>,
): Promise<void> {
  await line.withDatabase(which.command, { mayMake: false }, async (database) => {
    const { id: tenantId } = await requireTenant(database, which.tenant);
    await work({ ...operatorContext(database), tenantId });
  });
}
