import {
  deleteSensors as deleteRows,
  listChildrenOutside,
  lockSensorsForChange,
} from "#monitor/sensors";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { releaseSensors } from "./release-sensors.ts";
import { tellCollectors } from "./tell-collectors.ts";

/**
 * Deletes sensors in one transaction: open incidents are closed and stay, as does what was recorded until it is too old.
 *
 * @param ids those that the tenant does not have are passed over.
 * @returns how many there were.
 * @throws Problem `forbidden` without write scope; `invalid_request` while a sensor that stays has one of them as its parent.
 */
export async function deleteSensors(
  context: Context,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  const { tenantId, actor } = context;
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  return context.database.transaction(tenantId, async (tx) => {
    const sensors = await lockSensorsForChange(tx, tenantId, ids);
    const goneIds = sensors.map(({ id }) => id);
    const [child] = await listChildrenOutside(tx, tenantId, goneIds);
    if (child !== undefined) {
      const [name, parent] = [JSON.stringify(child.name), JSON.stringify(child.parentName)];
      const message = `Sensor ${parent} is the parent of ${name}, which stays. Give ${name} another parent or none, or delete it as well.`;
      throw new Problem("invalid_request", message);
    }
    await releaseSensors(tx, tenantId, goneIds, context.now(), {
      kind: "removed",
      text: `the sensor was removed by ${actor.name}`,
    });
    const gone = sensors.map(({ id, enabled, collectorId }) => {
      return { id, from: enabled ? collectorId : null, to: null, isNews: false };
    });
    await tellCollectors(tx, tenantId, gone);
    await deleteRows(tx, tenantId, goneIds);
    const entries = sensors.map(({ id, name }) => {
      return { action: "sensor.delete", subjectKind: "sensor", subjectId: id, detail: { name } };
    });
    await insertAuditEntries(tx, context, entries);
    await announce(tx, tenantId, "sensors", goneIds);
    return { deleted: goneIds.length };
  });
}
