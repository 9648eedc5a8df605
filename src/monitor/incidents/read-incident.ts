import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { findIncident, listTimeline } from "./incident-list.queries.ts";
import type { IncidentDetail } from "./listed-incident.ts";

/**
 * One incident with its timeline.
 *
 * @throws Problem `not_found` when the tenant has no such incident.
 */
export async function readIncident(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<IncidentDetail> {
  const db = database.forTenant(tenantId);
  const [incident] = isId(id) ? await db.run(findIncident, [tenantId, id]) : [];
  if (incident === undefined) throw new Problem("not_found", "There is no such incident.");
  return { ...incident, timeline: await db.run(listTimeline, [tenantId, id]) };
}
