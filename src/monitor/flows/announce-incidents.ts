import type { IncidentChanges } from "#monitor/incidents";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";

/** Tells the pages that are open which incidents opened, closed or had something happen to them. */
export async function announceIncidents(
  tx: Tx,
  tenantId: string,
  { opened, closed, flapping, events }: IncidentChanges,
): Promise<void> {
  const ids = [...opened, ...closed, ...flapping].map(({ id }) => id);
  for (const { incidentId } of events) ids.push(incidentId);
  await announce(tx, tenantId, "incidents", [...new Set(ids)]);
}
