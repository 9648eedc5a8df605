import { newId } from "#lib/ids";
import { noteRollups } from "#monitor/history";
import { maintenanceCalendar, listMaintenanceWindows } from "#monitor/maintenance";
import { insertResults, insertSamples } from "#monitor/results";
import { saveReadings } from "#monitor/sensors";
import type { Database } from "#platform/db";
import type { CheckResult } from "#wire/collector.v1";
import { replayResults } from "./replay.ts";
import { saveReplay } from "./save-replay.ts";
import { findOtherParents, lockAssignedSensors } from "./watched-sensor.queries.ts";

/**
 * Takes in one batch of a collector's results, all or nothing: history, readings, states, incidents. Results of sensors
 * that this collector does not poll (deleted, disabled, moved, another tenant's) are ignored. Delivered again, a batch
 * changes nothing.
 *
 * @returns how many results were new.
 */
export async function recordResults(
  deps: { database: Database; now: () => number },
  collector: { tenantId: string; collectorId: string },
  results: readonly CheckResult[],
): Promise<{ recorded: number }> {
  if (results.length === 0) return { recorded: 0 };
  const { tenantId, collectorId } = collector;
  return deps.database.transaction(tenantId, async (tx) => {
    const now = deps.now();
    const sensorIds = [...new Set(results.map((result) => result.sensorId))];
    const locked = await lockAssignedSensors(tx, tenantId, sensorIds, collectorId);
    const sensors = new Map(locked.map((sensor) => [sensor.id, sensor]));
    const accepted = results.filter((result) => sensors.has(result.sensorId));

    const recorded = await insertResults(tx, tenantId, accepted);
    await insertSamples(tx, tenantId, accepted);
    await saveReadings(tx, tenantId, accepted);
    await noteRollups(tx, tenantId, accepted, now);

    const parents = await findOtherParents(tx, tenantId, sensors);
    const calendar = maintenanceCalendar(await listMaintenanceWindows(tx, tenantId));
    const replay = replayResults({ sensors, parents, calendar }, accepted, { now, newId });
    await saveReplay(tx, tenantId, replay);
    return { recorded };
  });
}
