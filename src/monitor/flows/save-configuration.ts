import { createCollectorIn, deleteCollectors, setTargetLists } from "#monitor/collectors";
import type { ConfigurationChanges } from "#monitor/configuration";
import { type IncidentChanges, saveIncidents } from "#monitor/incidents";
import { deleteMaintenanceWindows, saveMaintenanceWindow } from "#monitor/maintenance";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Tx } from "#platform/db";
import { newId } from "#lib/ids";
import { announce } from "#platform/live";
import { announceIncidents } from "./announce-incidents.ts";
import type { Existing } from "./read-existing-configuration.ts";
import { type SensorPlaces, saveDeclaredSensors } from "./save-declared-sensors.ts";

/** A collector that was made, and the token with which its program enrols, once. */
export interface NewCollector {
  name: string;
  token: string;
}

/**
 * Carries out what a configuration changes, in the caller's transaction: first what others refer to, then the sensors,
 * last what nothing refers to any more.
 *
 * @param companyIds by name, those that were just made included.
 * @returns the collectors that were made.
 */
export async function saveConfiguration(
  tx: Tx,
  context: Context,
  box: SealedBox,
  existing: Existing,
  changes: ConfigurationChanges,
  companyIds: ReadonlyMap<string, string>,
): Promise<NewCollector[]> {
  const { collectorIds, created } = await saveCollectors(tx, context, existing, changes);
  const places: SensorPlaces = { companyIds, collectorIds };
  const sensorIds = await saveDeclaredSensors(tx, context, box, existing, changes.sensors, places);
  await saveMaintenance(tx, context, existing, changes.maintenance, { sensorIds, companyIds });
  await removeCollectors(tx, context, existing, changes.collectors.delete);
  return created;
}

/** @returns ids by name; the embedded collector is also under `null`, as sensors name it. */
async function saveCollectors(
  tx: Tx,
  context: Context,
  existing: Existing,
  { collectors }: ConfigurationChanges,
): Promise<{ collectorIds: Map<string | null, string>; created: NewCollector[] }> {
  const collectorIds = new Map<string | null, string>();
  for (const { id, name, embedded } of existing.collectors.values()) {
    collectorIds.set(name, id);
    if (embedded) collectorIds.set(null, id);
  }
  const created: NewCollector[] = [];
  for (const { name, allow, deny } of collectors.create) {
    const { id, token } = await createCollectorIn(tx, context, { name });
    collectorIds.set(name, id);
    created.push({ name, token });
    if (allow.length + deny.length > 0) await setTargetLists(tx, context, { id, allow, deny });
  }
  for (const { name, allow, deny } of collectors.update.map(({ after }) => after)) {
    await setTargetLists(tx, context, { id: idOf(collectorIds, name), allow, deny });
  }
  return { collectorIds, created };
}

async function saveMaintenance(
  tx: Tx,
  context: Context,
  existing: Existing,
  changes: ConfigurationChanges["maintenance"],
  ids: { sensorIds: ReadonlyMap<string, string>; companyIds: ReadonlyMap<string, string> },
): Promise<void> {
  const { tenantId } = context;
  const saved = [...changes.create, ...changes.update].map((window) => ({
    ...window,
    id: existing.windowIds.get(window.name) ?? newId(),
    sensorIds: window.sensors.map((name) => idOf(ids.sensorIds, name)),
    companyIds: window.companies.map((name) => idOf(ids.companyIds, name)),
  }));
  for (const window of saved) await saveMaintenanceWindow(tx, tenantId, window, context.now());
  await deleteMaintenanceWindows(tx, tenantId, changes.delete);
  const isNew = new Set(changes.create.map(({ name }) => name));
  await insertAuditEntries(tx, context, [
    ...saved.map(({ id, name, startsAt, endsAt, cron, timeZone, durationMin }) => ({
      action: isNew.has(name) ? "maintenance.create" : "maintenance.update",
      subjectKind: "maintenance",
      subjectId: id,
      detail: { name, startsAt, endsAt, cron, timeZone, durationMin },
    })),
    ...changes.delete.map((name) => ({
      action: "maintenance.delete",
      subjectKind: "maintenance",
      subjectId: idOf(existing.windowIds, name),
      detail: { name },
    })),
  ]);
  if (saved.length + changes.delete.length > 0) await announce(tx, tenantId, "sensors", null);
}

/** Incidents outlive the collector that they are about; an open one is closed. */
async function removeCollectors(
  tx: Tx,
  context: Context,
  existing: Existing,
  names: readonly string[],
): Promise<void> {
  const gone = [...existing.collectors.values()].filter(({ name }) => names.includes(name));
  const at = context.now();
  const open = gone.flatMap(({ openIncidentId: id }) => (id === null ? [] : [id]));
  const incidents: IncidentChanges = {
    opened: [],
    closed: open.map((id) => ({ id, closedAt: at })),
    flapping: [],
    events: open.map((incidentId) => ({
      incidentId,
      at,
      kind: "removed",
      text: `the collector was removed by ${context.actor.name}`,
    })),
  };
  await saveIncidents(tx, context.tenantId, incidents);
  await announceIncidents(tx, context.tenantId, incidents);
  await deleteCollectors(tx, context, gone);
}

/** Names were checked before: one that leads nowhere is a defect. */
function idOf<K>(ids: ReadonlyMap<K, string>, name: K): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no id for ${JSON.stringify(name)}`);
  return id;
}
