import { newId } from "#lib/ids";
import { listMaintenanceWindows, maintenanceCalendar } from "#monitor/maintenance";
import type { Database } from "#platform/db";
import { reconsider } from "./replay.ts";
import { saveReplay } from "./save-replay.ts";
import {
  findOtherParents,
  listTenantsToReconsider,
  lockSensorsWithoutIncident,
} from "./watched-sensor.queries.ts";

/**
 * Decides again about every sensor that is down and has no incident: a maintenance window may have ended, a parent may
 * have been checked. Run every few seconds; may run on several replicas at once.
 *
 * @returns how many incidents it opened.
 */
export async function reconcileIncidents(deps: {
  database: Database;
  now: () => number;
}): Promise<number> {
  let opened = 0;
  for (const tenantId of await listTenantsToReconsider(deps.database.system)) {
    opened += await deps.database.transaction(tenantId, async (tx) => {
      const sensors = new Map(
        (await lockSensorsWithoutIncident(tx, tenantId)).map((sensor) => [sensor.id, sensor]),
      );
      const parents = await findOtherParents(tx, tenantId, sensors);
      const calendar = maintenanceCalendar(await listMaintenanceWindows(tx, tenantId));
      const replay = reconsider({ sensors, parents, calendar }, { now: deps.now(), newId });
      await saveReplay(tx, tenantId, replay);
      return replay.incidents.opened.length;
    });
  }
  return opened;
}
