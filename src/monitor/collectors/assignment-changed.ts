import type { Tx } from "#platform/db";
import { rememberedRevisions } from "./assignment.ts";
import { insertRemovals, notifyCollector, updateAssignmentRevision } from "./assignment.queries.ts";

/**
 * Announces that a collector's assignment changes in this transaction. Whoever adds, changes, moves, enables, disables or
 * deletes sensors calls it once for each collector concerned (for a move: the old one and the new one), and writes the
 * returned revision to `assignment_revision` of the sensors that this collector must learn anew.
 *
 * It holds the collector's row until the transaction ends: call it as late as possible, and for several collectors in the
 * order of their ids, so that two transactions never wait for each other.
 *
 * @param removedSensorIds sensors that this collector must stop polling: deleted, disabled or moved away.
 * @returns the collector's new revision.
 * @throws Error when the tenant has no such collector: a defect of the caller.
 */
export async function assignmentChanged(
  tx: Tx,
  tenantId: string,
  collectorId: string,
  removedSensorIds: readonly string[],
): Promise<number> {
  const [row] = await tx.run(updateAssignmentRevision, [tenantId, collectorId]);
  if (row === undefined) throw new Error(`tenant ${tenantId} has no collector ${collectorId}`);
  const forgetUpTo = row.revision - rememberedRevisions;
  await tx.run(insertRemovals, [tenantId, collectorId, removedSensorIds, row.revision, forgetUpTo]);
  await notifyCollector(tx, collectorId);
  return row.revision;
}
