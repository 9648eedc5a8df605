import { type Probe, listProbesForOperators } from "#exposure/probes";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type CommandLine, operatorContext, requireTenant } from "./command-line.ts";

/**
 * Opens the installation and finds a tenant's probe by its name.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function withProbe(
  line: CommandLine,
  which: { command: string; tenant: string; name: string },
  work: (context: Context, probe: Probe) => Promise<void>,
): Promise<void> {
  await line.withDatabase(which.command, { mayMake: false }, async (database) => {
    const { id: tenantId } = await requireTenant(database, which.tenant);
    const context = { ...operatorContext(database), tenantId };
    const probes = await listProbesForOperators(context);
    const probe = probes.find(({ name }) => name === which.name);
    if (probe === undefined) {
      const names = probes.map(({ name }) => name).join(", ");
      const message = `Tenant ${which.tenant} has no probe named ${JSON.stringify(which.name)}; it has ${names}.`;
      throw new Problem("not_found", message);
    }
    await work(context, probe);
  });
}
