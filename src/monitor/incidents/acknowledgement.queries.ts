import { statement } from "#platform/db";

/** Answers a row when the incident was open and not acknowledged until now: of several who try, one gets it. */
export const updateAcknowledged = statement<
  [tenantId: string, id: string, at: number, by: string],
  { id: string }
>(
  "incidents.acknowledge",
  `update incidents set acknowledged_at = $3, acknowledged_by = $4
   where tenant_id = $1 and id = $2 and closed_at is null and acknowledged_at is null
   returning id`,
);
