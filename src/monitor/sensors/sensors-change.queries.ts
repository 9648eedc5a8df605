import { type Queryable, statement } from "#platform/db";

/** What may be changed of many sensors at once. */
export interface ChangeableInBulk {
  id: string;
  name: string;
  enabled: boolean;
  intervalSec: number;
  companyId: string | null;
  collectorId: string;
  tags: readonly string[];
  /** Whether it has credentials. */
  hasSecrets: boolean;
}

/** These sensors as they are now, by id; the rows are locked in that order, so that two changes never wait for each other. */
export async function lockSensorsForChange(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<ChangeableInBulk[]> {
  return tx.run(lockStatement, [tenantId, ids]);
}

const lockStatement = statement<[tenantId: string, ids: readonly string[]], ChangeableInBulk>(
  "sensors.bulk.lock",
  `select id, name, enabled, interval_sec as "intervalSec", company_id as "companyId", collector_id as "collectorId", tags,
     sealed_secrets is not null as "hasSecrets"
   from sensors where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update`,
);

/** A sensor as it is to be. */
export interface ChangedInBulk extends ChangeableInBulk {
  /** Of the collector's assignment; `null`: the collector need not hear of it. */
  revision: number | null;
}

/** Writes all of them in one statement. */
export async function saveSensorsChange(
  tx: Queryable,
  tenantId: string,
  sensors: readonly ChangedInBulk[],
  at: number,
): Promise<void> {
  if (sensors.length > 0) await tx.run(updateStatement, [tenantId, at, JSON.stringify(sensors)]);
}

const updateStatement = statement<[tenantId: string, at: number, sensors: string], never>(
  "sensors.bulk.update",
  `update sensors as t set name = s.name, enabled = s.enabled, interval_sec = s."intervalSec",
     company_id = s."companyId", collector_id = s."collectorId", tags = s.tags,
     assignment_revision = coalesce(s.revision, t.assignment_revision), updated_at = $2::bigint
   from json_to_recordset($3::json) as s (id uuid, name text, enabled boolean, "intervalSec" integer, "companyId" uuid,
     "collectorId" uuid, tags text[], revision bigint)
   where t.tenant_id = $1::uuid and t.id = s.id`,
);

/** Sensors that stay and whose parents are among these. */
export async function listChildrenOutside(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<{ name: string; parentName: string }[]> {
  return tx.run(childrenStatement, [tenantId, ids]);
}

const childrenStatement = statement<
  [tenantId: string, ids: readonly string[]],
  { name: string; parentName: string }
>(
  "sensors.bulk.children",
  `select c.name, p.name as "parentName" from sensors c
   join sensors p on p.tenant_id = c.tenant_id and p.id = c.parent_id
   where c.tenant_id = $1 and c.parent_id = any($2::uuid[]) and not c.id = any($2) order by p.name, c.name limit 10`,
);
