import { type Queryable, statement } from "#platform/db";
import type { CheckType } from "#engines/check-types";
import { assignmentChannel } from "./assignment.ts";

/** Takes the collector's row lock, so that revisions commit in their own order. */
export const updateAssignmentRevision = statement<
  [tenantId: string, collectorId: string],
  { revision: number }
>(
  "collectors.update_assignment_revision",
  `update collectors set assignment_revision = assignment_revision + 1
   where tenant_id = $1 and id = $2
   returning assignment_revision as revision`,
);

/**
 * Notes what a collector must stop polling. In passing it forgets notes that nobody needs any more: of sensors that came
 * back, and those older than any revision that is still answered with changes.
 */
export const insertRemovals = statement<
  [
    tenantId: string,
    collectorId: string,
    sensorIds: readonly string[],
    revision: number,
    forgetUpTo: number,
  ],
  never
>(
  "collectors.insert_removals",
  `with forgotten as (
     delete from collector_removals r
     where r.tenant_id = $1 and r.collector_id = $2 and r.sensor_id <> all ($3::uuid[])
       and (r.assignment_revision <= $5 or exists (
         select from sensors s
         where s.tenant_id = r.tenant_id and s.id = r.sensor_id and s.collector_id = r.collector_id and s.enabled))
   )
   insert into collector_removals (tenant_id, collector_id, sensor_id, assignment_revision)
   select $1, $2, removed.id, $4 from unnest($3::uuid[]) as removed (id)
   on conflict (tenant_id, collector_id, sensor_id)
     do update set assignment_revision = excluded.assignment_revision`,
);

/** Reaches every server that holds a long poll of the collector, when (and only if) the transaction commits. */
export async function notifyCollector(tx: Queryable, collectorId: string): Promise<void> {
  await tx.run(notifyStatement, [assignmentChannel, collectorId]);
}

const notifyStatement = statement<[channel: string, collectorId: string], never>(
  "collectors.notify",
  "select pg_notify($1, $2)",
);

/** The collector's revision and target lists; `null` when it is gone. */
export async function findAssignmentHead(
  db: Queryable,
  tenantId: string,
  collectorId: string,
): Promise<AssignmentHead | null> {
  const [row] = await db.run(headStatement, [tenantId, collectorId]);
  return row ?? null;
}

export interface AssignmentHead {
  revision: number;
  allow: string[];
  deny: string[];
}

const headStatement = statement<[tenantId: string, collectorId: string], AssignmentHead>(
  "collectors.find_assignment_head",
  `select assignment_revision as revision, target_allow as allow, target_deny as deny
   from collectors where tenant_id = $1 and id = $2 and status <> 'revoked'`,
);

/** A sensor as its row has it: settings without credentials, and those sealed. */
export interface AssignedRow {
  id: string;
  type: CheckType;
  target: string;
  intervalSec: number;
  failuresBeforeDown: number;
  successesBeforeUp: number;
  settings: Record<string, unknown>;
  sealedSecrets: Buffer | null;
  interfaces: string[];
  host: string[];
}

/** The enabled sensors of a collector that changed after the revision. */
export async function listAssignedSensors(
  db: Queryable,
  tenantId: string,
  collectorId: string,
  since: number,
): Promise<AssignedRow[]> {
  return db.run(assignedStatement, [tenantId, collectorId, since]);
}

const assignedStatement = statement<
  [tenantId: string, collectorId: string, since: number],
  AssignedRow
>(
  "collectors.list_assigned_sensors",
  `select id, type, target, interval_sec as "intervalSec", failures_before_down as "failuresBeforeDown",
     successes_before_up as "successesBeforeUp", settings, sealed_secrets as "sealedSecrets", interfaces, host
   from sensors
   where tenant_id = $1 and collector_id = $2 and assignment_revision > $3 and enabled`,
);

/** Sensors that the collector must stop polling since the revision, but for those that came back. */
export async function listRemovedSensors(
  db: Queryable,
  tenantId: string,
  collectorId: string,
  since: number,
): Promise<string[]> {
  return (await db.run(removedStatement, [tenantId, collectorId, since])).map((row) => row.id);
}

const removedStatement = statement<
  [tenantId: string, collectorId: string, since: number],
  { id: string }
>(
  "collectors.list_removed_sensors",
  `select r.sensor_id as id from collector_removals r
   where r.tenant_id = $1 and r.collector_id = $2 and r.assignment_revision > $3
     and not exists (
       select from sensors s
       where s.tenant_id = r.tenant_id and s.id = r.sensor_id and s.collector_id = r.collector_id and s.enabled)`,
);
