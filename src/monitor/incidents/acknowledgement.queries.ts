import { statement } from "#platform/db";

/**
 * Answers the incidents that were open and not acknowledged until now: of several who try, one gets each. They are locked
 * in the order of their ids, so that two who acknowledge many do not wait for each other.
 */
export const updateAcknowledged = statement<
  [tenantId: string, ids: readonly string[], at: number, by: string],
  { id: string }
>(
  "incidents.acknowledge",
  `with waiting as (
     select id from incidents
     where tenant_id = $1 and id = any($2::uuid[]) and closed_at is null and acknowledged_at is null
     order by id for no key update)
   update incidents i set acknowledged_at = $3, acknowledged_by = $4
   from waiting where i.tenant_id = $1 and i.id = waiting.id
   returning i.id`,
);

/** Whether the tenant has the incident. */
export const findIncidentId = statement<[tenantId: string, id: string], { id: string }>(
  "incidents.find-id",
  "select id from incidents where tenant_id = $1 and id = $2",
);
