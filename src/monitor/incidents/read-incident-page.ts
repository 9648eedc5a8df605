import { isId } from "#lib/ids";
import { Problem } from "#platform/errors";
import type { ConsoleCaller } from "#platform/http";
import {
  findIncidentRow,
  findSubjectNow,
  listEarlier,
  listRelated,
  listTimelineEvents,
} from "./incident-page.queries.ts";
import type { IncidentPage, TimelineEvent } from "./incident-row.ts";

/**
 * One incident with its timeline, how its sensor is now, and what else happened around it.
 *
 * @throws Problem `not_found` when the tenant has no such incident, or the person may not see it.
 */
export async function readIncidentPage(
  { database, tenantId, companyIds }: Pick<ConsoleCaller, "database" | "tenantId" | "companyIds">,
  id: string,
): Promise<IncidentPage> {
  const db = database.forTenant(tenantId);
  const incident = isId(id) ? await findIncidentRow(db, tenantId, id, companyIds) : null;
  if (incident === null) throw new Problem("not_found", "There is no such incident.");
  const [timeline, [subject = null], earlier, related] = await Promise.all([
    db.run(listTimelineEvents, [tenantId, id]),
    db.run(findSubjectNow, [tenantId, incident.subjectId, companyIds]),
    listEarlier(db, tenantId, incident),
    listRelated(db, tenantId, incident, companyIds),
  ]);
  return {
    incident,
    subject,
    timeline: companyIds === null ? timeline : timeline.map(withoutCause),
    earlier,
    related,
  };
}

/** What a sensor waited for before its incident opened may be another company's sensor, named. */
function withoutCause(event: TimelineEvent): TimelineEvent {
  return { ...event, text: event.text.replace(/ \(until now: .*\)$/s, "") };
}
