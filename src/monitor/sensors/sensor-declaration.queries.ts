import type { CheckType } from "#engines/check-types";
import { type Queryable, statement } from "#platform/db";
import type { SensorPart } from "./declared-sensor.ts";
import type { Settings } from "./secrets.ts";

/** Keeps other writers of this tenant's sensors out until the transaction ends; rows are locked in the order of ids. */
export async function lockAllSensors(tx: Queryable, tenantId: string): Promise<void> {
  await tx.run(lockStatement, [tenantId]);
}

const lockStatement = statement<[tenantId: string], { id: string }>(
  "sensors.declaration.lock",
  "select id from sensors where tenant_id = $1 order by id for no key update",
);

/** A sensor's row as far as a configuration file can say anything about it. */
export interface SensorDeclarationRow {
  id: string;
  name: string;
  /** `null`: no file declares it. */
  declaredAs: string | null;
  type: CheckType;
  target: string;
  enabled: boolean;
  intervalSec: number;
  failuresBeforeDown: number;
  successesBeforeUp: number;
  companyId: string | null;
  collectorId: string;
  parentId: string | null;
  tags: string[];
  settings: Settings;
  sealedSecrets: Buffer | null;
  interfaces: string[];
  host: string[];
  /** Volumes that a bare `storage` took in. */
  volumes: string[];
  /** Billable parts, those volumes included; 0 unless it is an SNMP sensor. */
  parts: number;
}

/** All sensors of a tenant, declared or not, by id. */
export async function listSensorDeclarations(
  db: Queryable,
  tenantId: string,
): Promise<SensorDeclarationRow[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<[tenantId: string], SensorDeclarationRow>(
  "sensors.declaration.list",
  `select s.id, s.name, s.declared_as as "declaredAs", s.type, s.target, s.enabled, s.interval_sec as "intervalSec",
     s.failures_before_down as "failuresBeforeDown", s.successes_before_up as "successesBeforeUp",
     s.company_id as "companyId", s.collector_id as "collectorId", s.parent_id as "parentId", s.tags, s.settings,
     s.sealed_secrets as "sealedSecrets", s.interfaces, s.host,
     coalesce(p.volumes, '{}') as volumes, coalesce(p.parts, 0) as parts
   from sensors s
   left join lateral (
     select array_agg(name order by name) filter (where not declared) as volumes, count(*)::int as parts
     from sensor_parts where tenant_id = $1 and sensor_id = s.id and s.type = 'snmp'
   ) p on true
   where s.tenant_id = $1
   order by s.id`,
);

/** A declared sensor, ready to be written. */
export interface SensorDeclarationChange {
  id: string;
  name: string;
  type: CheckType;
  target: string;
  enabled: boolean;
  intervalSec: number;
  failuresBeforeDown: number;
  successesBeforeUp: number;
  companyId: string | null;
  collectorId: string;
  parentId: string | null;
  tags: readonly string[];
  /** Without credentials. */
  settings: Settings;
  sealedSecrets: Buffer | null;
  interfaces: readonly string[];
  host: readonly string[];
  /** Of the collector's assignment; `null`: the collector need not hear of it. */
  revision: number | null;
}

// One JSON document instead of twenty arrays: lists within rows do not fit into unnest.
const columnsOfJson = `(id uuid, name text, type text, target text, enabled boolean, "intervalSec" integer,
  "failuresBeforeDown" smallint, "successesBeforeUp" smallint, "companyId" uuid, "collectorId" uuid, "parentId" uuid,
  tags text[], settings jsonb, "sealedSecrets" text, interfaces text[], host text[], revision bigint)`;

function toJson(sensors: readonly SensorDeclarationChange[]): string {
  return JSON.stringify(
    sensors.map((sensor) => ({
      ...sensor,
      sealedSecrets: sensor.sealedSecrets?.toString("hex") ?? null,
    })),
  );
}

/** Adds declared sensors; in one statement, so that they may be each other's parents. */
export async function insertDeclaredSensors(
  tx: Queryable,
  tenantId: string,
  sensors: readonly SensorDeclarationChange[],
  at: number,
): Promise<void> {
  if (sensors.length > 0) await tx.run(insertStatement, [tenantId, at, toJson(sensors)]);
}

const insertStatement = statement<[tenantId: string, at: number, sensors: string], never>(
  "sensors.declaration.insert",
  `insert into sensors (tenant_id, id, name, declared_as, type, target, enabled, interval_sec, failures_before_down,
     successes_before_up, company_id, collector_id, parent_id, tags, settings, sealed_secrets, interfaces, host,
     assignment_revision, created_at, updated_at)
   select $1::uuid, s.id, s.name, s.name, s.type, s.target, s.enabled, s."intervalSec", s."failuresBeforeDown",
     s."successesBeforeUp", s."companyId", s."collectorId", s."parentId", s.tags, s.settings,
     decode(s."sealedSecrets", 'hex'), s.interfaces, s.host, s.revision, $2::bigint, $2::bigint
   from json_to_recordset($3::json) as s ${columnsOfJson}`,
);

/** Makes sensors as declared, whatever they were. */
export async function updateDeclaredSensors(
  tx: Queryable,
  tenantId: string,
  sensors: readonly SensorDeclarationChange[],
  at: number,
): Promise<void> {
  if (sensors.length > 0) await tx.run(updateStatement, [tenantId, at, toJson(sensors)]);
}

const updateStatement = statement<[tenantId: string, at: number, sensors: string], never>(
  "sensors.declaration.update",
  `update sensors as t set name = s.name, type = s.type, target = s.target, enabled = s.enabled,
     interval_sec = s."intervalSec", failures_before_down = s."failuresBeforeDown",
     successes_before_up = s."successesBeforeUp", company_id = s."companyId", collector_id = s."collectorId",
     parent_id = s."parentId", tags = s.tags, settings = s.settings,
     sealed_secrets = decode(s."sealedSecrets", 'hex'), interfaces = s.interfaces, host = s.host,
     assignment_revision = coalesce(s.revision, t.assignment_revision), updated_at = $2::bigint
   from json_to_recordset($3::json) as s ${columnsOfJson}
   where t.tenant_id = $1::uuid and t.id = s.id`,
);

/** Deletes sensors with their state and parts. Results that were recorded stay until they are too old. */
export async function deleteSensors(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await tx.run(deleteStatement, [tenantId, ids]);
}

const deleteStatement = statement<[tenantId: string, ids: readonly string[]], never>(
  "sensors.declaration.delete",
  "delete from sensors where tenant_id = $1 and id = any($2::uuid[])",
);

/** What a sensor's parts shall be. */
export interface DeclaredPartsOfSensor {
  sensorId: string;
  parts: readonly SensorPart[];
  /** True: volumes that the intake adds, or has added, stay. */
  takesVolumes: boolean;
}

/** Makes the parts of these sensors as declared; parts that stay keep what was last read of them. */
export async function saveDeclaredParts(
  tx: Queryable,
  tenantId: string,
  sensors: readonly DeclaredPartsOfSensor[],
): Promise<void> {
  if (sensors.length === 0) return;
  const parts = sensors.flatMap((sensor) =>
    sensor.parts.map((part) => ({ sensorId: sensor.sensorId, ...part })),
  );
  const wanted = [
    parts.map((part) => part.sensorId),
    parts.map((part) => part.kind),
    parts.map((part) => part.name),
  ] as const;
  await tx.run(deletePartsStatement, [
    tenantId,
    sensors.map((sensor) => sensor.sensorId),
    sensors.map((sensor) => sensor.takesVolumes),
    ...wanted,
  ]);
  await tx.run(insertPartsStatement, [tenantId, ...wanted]);
}

type Wanted = [sensorIds: readonly string[], kinds: readonly string[], names: readonly string[]];

const deletePartsStatement = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    takesVolumes: readonly boolean[],
    ...wanted: Wanted,
  ],
  never
>(
  "sensors.declaration.delete-parts",
  `delete from sensor_parts p
   using unnest($2::uuid[], $3::boolean[]) as sensor (id, takes_volumes)
   where p.tenant_id = $1 and p.sensor_id = sensor.id and (p.declared or not sensor.takes_volumes)
     and not exists (
       select from unnest($4::uuid[], $5::text[], $6::text[]) as wanted (sensor_id, kind, name)
       where wanted.sensor_id = p.sensor_id and wanted.kind = p.kind and wanted.name = p.name)`,
);

const insertPartsStatement = statement<[tenantId: string, ...wanted: Wanted], never>(
  "sensors.declaration.insert-parts",
  `insert into sensor_parts (tenant_id, sensor_id, kind, name, declared)
   select $1::uuid, wanted.sensor_id, wanted.kind, wanted.name, true
   from unnest($2::uuid[], $3::text[], $4::text[]) as wanted (sensor_id, kind, name)
   on conflict (tenant_id, sensor_id, kind, name) do update set declared = true where not sensor_parts.declared`,
);

const analyzeStatement = statement<[], never>(
  "sensors.declaration.analyze",
  "analyze sensors, sensor_states, sensor_parts",
);

/**
 * Counts the tables anew after many rows came or went. Until PostgreSQL does so by itself, within minutes, plans made for
 * small tables read large ones from end to end.
 */
export async function refreshStatistics(system: Queryable): Promise<void> {
  await system.run(analyzeStatement, []);
}

/** Gives a sensor another name, also in configuration files. */
export const renameSensor = statement<readonly [tenantId: string, id: string, name: string], never>(
  "sensors.declaration.rename",
  "update sensors set name = $3, declared_as = $3 where tenant_id = $1 and id = $2",
);
