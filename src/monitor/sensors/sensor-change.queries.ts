import { type Queryable, statement } from "#platform/db";

/** What may be changed of a sensor by the API, as it is now; the row is locked. */
export interface ChangeableSensor {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly intervalSec: number;
  readonly collectorId: string;
}

const lockSensor = statement<
  [tenantId: string, id: string],
  { id: string; name: string; enabled: boolean; interval_sec: number; collector_id: string }
>(
  "sensors.lock",
  `select id, name, enabled, interval_sec, collector_id from sensors where tenant_id = $1 and id = $2 for no key update`,
);

export async function lockSensorForChange(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<ChangeableSensor | null> {
  const [row] = await tx.run(lockSensor, [tenantId, id]);
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    intervalSec: row.interval_sec,
    collectorId: row.collector_id,
  };
}

const updateSensor = statement<
  [
    tenantId: string,
    id: string,
    name: string,
    enabled: boolean,
    intervalSec: number,
    revision: number | null,
    updatedAt: number,
  ],
  never
>(
  "sensors.update",
  `update sensors set name = $3, enabled = $4, interval_sec = $5, assignment_revision = coalesce($6, assignment_revision), updated_at = $7
   where tenant_id = $1 and id = $2`,
);

/** @param revision of the collector's assignment from which on the change holds; null: the collector need not know. */
export async function saveSensorChange(
  tx: Queryable,
  tenantId: string,
  sensor: ChangeableSensor,
  revision: number | null,
  updatedAt: number,
): Promise<void> {
  await tx.run(updateSensor, [
    tenantId,
    sensor.id,
    sensor.name,
    sensor.enabled,
    sensor.intervalSec,
    revision,
    updatedAt,
  ]);
}
