import { restartedState, updateStates } from "#monitor/states";
import type { Tx } from "#platform/db";
import { lockSensors } from "./watched-sensor.queries.ts";

/**
 * Lets sensors that ask something else from now on count their failures and successes anew. State, history and an open
 * incident stay: the new target's checks will decide about them.
 */
export async function restartCounters(
  tx: Tx,
  tenantId: string,
  sensorIds: readonly string[],
): Promise<void> {
  if (sensorIds.length === 0) return;
  const sensors = await lockSensors(tx, tenantId, sensorIds);
  await updateStates(
    tx,
    tenantId,
    sensors.map(({ id, state, open, heldBecause }) => ({
      sensorId: id,
      state: restartedState(state),
      openIncidentId: open?.id ?? null,
      heldBecause,
    })),
  );
}
