import { type Queryable, statement } from "#platform/db";

/** Deletes collectors with their notes of removed sensors. The database refuses one that a sensor is assigned to. */
export async function deleteCollectorRows(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(deleteRemovals, [tenantId, ids]);
  await tx.run(deleteRows, [tenantId, ids]);
}

const deleteRemovals = statement<[tenantId: string, ids: readonly string[]], never>(
  "collectors.delete-removals",
  "delete from collector_removals where tenant_id = $1 and collector_id = any($2::uuid[])",
);

const deleteRows = statement<[tenantId: string, ids: readonly string[]], never>(
  "collectors.delete",
  "delete from collectors where tenant_id = $1 and id = any($2::uuid[]) and not embedded",
);
