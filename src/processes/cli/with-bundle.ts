import { type Bundle, listBundleRows } from "#exposure/bundles";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type CommandLine, operatorContext, requireTenant } from "./command-line.ts";

/** Names of more bundles than this help nobody. */
const shownNames = 20;

/**
 * Opens the installation and finds a tenant's bundle by its name.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function withBundle(
  line: CommandLine,
  which: { command: string; tenant: string; name: string },
  work: (context: Context, bundle: Bundle) => Promise<void>,
): Promise<void> {
  await line.withDatabase(which.command, { mayMake: false }, async (database) => {
    const { id: tenantId } = await requireTenant(database, which.tenant);
    const context = { ...operatorContext(database), tenantId };
    const bundles = await listBundleRows(database.forTenant(tenantId), tenantId);
    const bundle = bundles.find(({ name }) => name === which.name);
    if (bundle !== undefined) return work(context, bundle);
    const names = bundles.slice(0, shownNames).map(({ name }) => name);
    const there =
      names.length === 0
        ? "it has none; add one with vedette bundle add"
        : `it has ${names.join(", ")}`;
    const what = `Tenant ${which.tenant} has no bundle named ${JSON.stringify(which.name)}: ${there}.`;
    throw new Problem("not_found", what);
  });
}
