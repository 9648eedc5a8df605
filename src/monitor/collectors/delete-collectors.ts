import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { notifyCollector } from "./assignment.queries.ts";
import { deleteCollectorRows } from "./collector-deletion.queries.ts";

/**
 * Deletes remote collectors that no sensor is assigned to, with an audit row each, in the caller's transaction. A program
 * that runs as one is refused from then on. Its open incident is the caller's business.
 *
 * @throws Problem `forbidden` without write scope.
 */
export async function deleteCollectors(
  tx: Tx,
  context: Context,
  collectors: readonly { id: string; name: string }[],
): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (collectors.length === 0) return;
  const ids = collectors.map(({ id }) => id);
  for (const id of ids) await notifyCollector(tx, id);
  await deleteCollectorRows(tx, context.tenantId, ids);
  await insertAuditEntries(
    tx,
    context,
    collectors.map(({ id, name }) => ({
      action: "collector.delete",
      subjectKind: "collector",
      subjectId: id,
      detail: { name },
    })),
  );
  await announce(tx, context.tenantId, "collectors", ids);
}
