import { assignmentChanged } from "#monitor/collectors";
import { lockSensorForChange, saveSensorChange } from "#monitor/sensors";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { releaseSensors } from "./release-sensors.ts";

/** What the API may change of a sensor; a field that is absent stays as it is. */
export interface SensorChange {
  readonly enabled?: boolean;
  /** Trimmed, 1 to 200 characters: the caller has checked. */
  readonly name?: string;
  /** At least 30, by the contract: the caller has checked. */
  readonly intervalSec?: number;
}

/**
 * Changes a sensor and tells its collector. Disabling closes an open incident at this moment and stops the polling;
 * enabling counts from nothing. A change that changes nothing leaves no trace.
 *
 * @returns false when the tenant has no such sensor.
 * @throws Problem `forbidden` without write scope.
 */
export async function updateSensor(
  context: Context,
  id: string,
  change: SensorChange,
): Promise<boolean> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  return context.database.transaction(context.tenantId, async (tx) => {
    const before = await lockSensorForChange(tx, context.tenantId, id);
    if (before === null) return false;
    const after = {
      ...before,
      name: change.name ?? before.name,
      enabled: change.enabled ?? before.enabled,
      intervalSec: change.intervalSec ?? before.intervalSec,
    };
    const detail = differences(before, after);
    if (Object.keys(detail).length === 0) return true;

    const now = context.now();
    if (before.enabled && !after.enabled) {
      await releaseSensors(tx, context.tenantId, [id], now, {
        kind: "disabled",
        text: `the sensor was disabled by ${context.actor.name}`,
      });
    }
    await saveSensorChange(
      tx,
      context.tenantId,
      after,
      await nextRevision(tx, context.tenantId, before, after),
      now,
    );
    await insertAuditEntries(tx, context, [
      { action: "sensor.update", subjectKind: "sensor", subjectId: id, detail },
    ]);
    await announce(tx, context.tenantId, "sensors", [id]);
    return true;
  });
}

interface Changeable {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly intervalSec: number;
  readonly collectorId: string;
}

function differences(
  before: Changeable,
  after: Changeable,
): Record<string, { from: unknown; to: unknown }> {
  const fields = ["name", "enabled", "intervalSec"] as const;
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

/** A new name is nothing to a collector: null leaves the sensor's revision as it is. */
async function nextRevision(
  tx: Tx,
  tenantId: string,
  before: Changeable,
  after: Changeable,
): Promise<number | null> {
  if (
    before.enabled === after.enabled &&
    (!after.enabled || before.intervalSec === after.intervalSec)
  )
    return null;
  return assignmentChanged(tx, tenantId, before.collectorId, after.enabled ? [] : [before.id]);
}
