import { statement } from "#platform/db";

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

/** Reaches every server that holds a long poll, when (and only if) the transaction commits. */
export const notifyAssignment = statement<[collectorId: string], never>(
  "collectors.notify_assignment",
  "select pg_notify('vedette_assignment', $1)",
);
