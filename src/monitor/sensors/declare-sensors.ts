import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Tx } from "#platform/db";
import { type DeclaredSensor, type SensorDifference, declaredParts } from "./declared-sensor.ts";
import { sealSecrets, splitSettings } from "./secrets.ts";
import {
  type SensorDeclarationChange,
  deleteSensors,
  insertDeclaredSensors,
  saveDeclaredParts,
  updateDeclaredSensors,
} from "./sensor-declaration.queries.ts";

/** A declared sensor whose names were resolved. */
export interface ResolvedSensor {
  id: string;
  declared: DeclaredSensor;
  companyId: string | null;
  collectorId: string;
  parentId: string | null;
  /** Of the collector's assignment, see `assignmentChanged`; `null`: the collector need not hear of it. */
  revision: number | null;
}

/** What is to be done to a tenant's sensors. */
export interface SensorChanges {
  create: readonly (ResolvedSensor & { revision: number })[];
  update: readonly (ResolvedSensor & { differences: readonly SensorDifference[] })[];
  delete: readonly { id: string; name: string }[];
}

/**
 * Makes, changes and deletes declared sensors, with their parts and an audit row each, in the caller's transaction and in
 * a handful of statements, however many there are. State rows, incidents and collectors are the caller's business.
 *
 * @param box seals the credentials.
 */
export async function declareSensors(
  tx: Tx,
  context: Context,
  box: SealedBox,
  changes: SensorChanges,
): Promise<void> {
  const { tenantId } = context;
  const at = context.now();
  const written = [...changes.create, ...changes.update];
  const rowOf = (sensor: ResolvedSensor) => toRow(sensor, box);
  await insertDeclaredSensors(tx, tenantId, changes.create.map(rowOf), at);
  await updateDeclaredSensors(tx, tenantId, changes.update.map(rowOf), at);
  await saveDeclaredParts(
    tx,
    tenantId,
    written.map(({ id, declared }) => ({
      sensorId: id,
      parts: declaredParts(declared),
      takesVolumes: declared.host.includes("storage"),
    })),
  );
  const goneIds = changes.delete.map(({ id }) => id);
  await deleteSensors(tx, tenantId, goneIds);
  await insertAuditEntries(tx, context, auditEntries(changes));
}

function toRow(sensor: ResolvedSensor, box: SealedBox): SensorDeclarationChange {
  const { id, declared, companyId, collectorId, parentId, revision } = sensor;
  const { settings, secrets } = splitSettings(declared.type, declared.settings);
  return {
    id,
    name: declared.name,
    type: declared.type,
    target: declared.target,
    enabled: declared.enabled,
    intervalSec: declared.intervalSec,
    failuresBeforeDown: declared.failuresBeforeDown,
    successesBeforeUp: declared.successesBeforeUp,
    companyId,
    collectorId,
    parentId,
    tags: declared.tags,
    settings,
    sealedSecrets: sealSecrets(box, id, secrets),
    interfaces: declared.interfaces,
    host: declared.host,
    revision,
  };
}

function auditEntries(changes: SensorChanges): AuditEntry[] {
  const entry = (action: string, id: string, detail: AuditEntry["detail"]): AuditEntry => ({
    action,
    subjectKind: "sensor",
    subjectId: id,
    detail,
  });
  return [
    ...changes.create.map(({ id, declared: { name, type, target, intervalSec } }) =>
      entry("sensor.create", id, { name, type, target, intervalSec }),
    ),
    ...changes.update.map(({ id, differences }) =>
      entry("sensor.update", id, Object.fromEntries(differences.map(auditDetail))),
    ),
    ...changes.delete.map(({ id, name }) => entry("sensor.delete", id, { name })),
  ];
}

function auditDetail(difference: SensorDifference): [string, unknown] {
  return "from" in difference
    ? [difference.field, { from: difference.from, to: difference.to }]
    : [difference.field, "changed"];
}
