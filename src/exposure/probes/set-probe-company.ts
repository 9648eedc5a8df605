import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { updateProbeCompany } from "./probe-company.queries.ts";

/**
 * Sets under which company a probe is shown, in the caller's transaction.
 *
 * @param input.companyId one of the tenant's, or `null` for none.
 * @throws Problem `forbidden` without write scope.
 */
export async function setProbeCompany(
  tx: Tx,
  context: Context,
  input: { id: string; companyId: string | null },
): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { id, companyId } = input;
  const changed = await tx.run(updateProbeCompany, [context.tenantId, id, companyId]);
  if (changed.length === 0) return;
  await insertAuditEntries(tx, context, [
    { action: "probe.update", subjectKind: "probe", subjectId: id, detail: { companyId } },
  ]);
}
