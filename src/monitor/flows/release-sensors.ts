import { type IncidentChanges, type IncidentEvent, saveIncidents } from "#monitor/incidents";
import { restartedState, updateStates } from "#monitor/states";
import type { Tx } from "#platform/db";
import { announceIncidents } from "./announce-incidents.ts";
import { lockSensors } from "./watched-sensor.queries.ts";

/**
 * Ends what is going on with sensors that are no longer polled, or are from now on polled as something else: an open
 * incident is closed at `at` with its cause kept, counters start anew, the state keeps its last value.
 */
export async function releaseSensors(
  tx: Tx,
  tenantId: string,
  sensorIds: readonly string[],
  at: number,
  why: { kind: "disabled" | "removed"; text: string },
): Promise<void> {
  if (sensorIds.length === 0) return;
  const sensors = await lockSensors(tx, tenantId, sensorIds);
  const open = sensors.flatMap((sensor) => (sensor.open === null ? [] : [sensor.open]));
  const changes: IncidentChanges = {
    opened: [],
    closed: open.map(({ id }) => ({ id, closedAt: at })),
    flapping: [],
    events: open.map(({ id }): IncidentEvent => ({
      incidentId: id,
      at,
      kind: why.kind,
      text: why.text,
    })),
  };
  await saveIncidents(tx, tenantId, changes);
  await announceIncidents(tx, tenantId, changes);
  await updateStates(
    tx,
    tenantId,
    sensors.map((sensor) => ({
      sensorId: sensor.id,
      state: restartedState(sensor.state),
      openIncidentId: null,
      heldBecause: null,
    })),
  );
}
