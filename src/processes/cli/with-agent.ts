import { type AgentDetail, readAgent } from "#exposure/agents";
import type { Context } from "#platform/context";
import { type CommandLine, operatorContext, requireTenant } from "./command-line.ts";

/**
 * Opens the installation and finds a tenant's agent by its name or its id.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function withAgent(
  line: CommandLine,
  which: { command: string; tenant: string; name: string },
  work: (context: Context, agent: AgentDetail) => Promise<void>,
): Promise<void> {
  await line.withDatabase(which.command, { mayMake: false }, async (database) => {
    const { id: tenantId } = await requireTenant(database, which.tenant);
    const context = { ...operatorContext(database), tenantId };
    await work(context, await readAgent(context, which.name));
  });
}
