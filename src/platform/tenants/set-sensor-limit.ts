import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import { updateSensorLimit } from "./tenant.queries.ts";

/**
 * Sets how many billable sensors the plan of the context's tenant allows. Lowering it below what is in use is fine: it
 * only refuses more.
 *
 * @param sensorLimit a whole number from 0 to 2,147,483,647.
 * @throws Problem `not_found` when there is no such tenant.
 */
export async function setSensorLimit(
  tx: Queryable,
  context: Context,
  sensorLimit: number,
): Promise<void> {
  const before = await updateSensorLimit(tx, context.tenantId, sensorLimit);
  if (before === null) throw new Problem("not_found", "There is no such tenant.");
  if (before === sensorLimit) return;
  await insertAuditEntries(tx, context, [
    {
      action: "tenant.update",
      subjectKind: "tenant",
      subjectId: context.tenantId,
      detail: { sensorLimit: { from: before, to: sensorLimit } },
    },
  ]);
}
