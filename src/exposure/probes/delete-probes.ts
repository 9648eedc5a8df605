import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { deleteProbeRows, notifyProbe } from "./probe.queries.ts";

/**
 * Deletes remote probes that no scan and no directory names any more, with an audit row each, in the caller's transaction. A program that
 * runs as one is refused from then on.
 *
 * @throws Problem `forbidden` without write scope.
 */
export async function deleteProbes(
  tx: Tx,
  context: Context,
  probes: readonly { id: string; name: string }[],
): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (probes.length === 0) return;
  const ids = probes.map(({ id }) => id);
  for (const id of ids) await notifyProbe(tx, id);
  await tx.run(deleteProbeRows, [context.tenantId, ids]);
  await announce(tx, context.tenantId, "probes", ids);
  await insertAuditEntries(
    tx,
    context,
    probes.map(({ id, name }) => ({
      action: "probe.delete",
      subjectKind: "probe",
      subjectId: id,
      detail: { name },
    })),
  );
}
