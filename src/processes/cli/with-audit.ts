import { type AuditOverview, listAuditsForOperators } from "#exposure/audits";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type CommandLine, operatorContext, requireTenant } from "./command-line.ts";

/** Names of more audits than this help nobody. */
const shownNames = 20;

/**
 * Opens the installation and finds a tenant's audit by its name.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function withAudit(
  line: CommandLine,
  which: { command: string; tenant: string; name: string },
  work: (context: Context, audit: AuditOverview) => Promise<void>,
): Promise<void> {
  await line.withDatabase(which.command, { mayMake: false }, async (database) => {
    const { id: tenantId } = await requireTenant(database, which.tenant);
    const context = { ...operatorContext(database), tenantId };
    const audits = await listAuditsForOperators(context);
    const audit = audits.find(({ name }) => name === which.name);
    if (audit !== undefined) return work(context, audit);
    const names = audits.slice(0, shownNames).map(({ name }) => name);
    const there =
      names.length === 0
        ? "it has none; declare one with vedette apply"
        : `it has ${names.join(", ")}`;
    const what = `Tenant ${which.tenant} has no audit named ${JSON.stringify(which.name)}: ${there}.`;
    throw new Problem("not_found", what);
  });
}
