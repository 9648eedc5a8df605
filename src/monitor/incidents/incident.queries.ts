import { newId } from "#lib/ids";
import { type Queryable, statement } from "#platform/db";
import type { IncidentChanges, IncidentEvent } from "./incident-changes.ts";

const insertIncidents = statement<
  [
    tenantId: string,
    ids: readonly string[],
    kinds: readonly string[],
    subjectIds: readonly string[],
    subjectNames: readonly string[],
    causes: readonly string[],
    openedAt: readonly number[],
    closedAt: readonly (number | null)[],
    flapping: readonly boolean[],
    backfilled: readonly boolean[],
  ],
  never
>(
  "incidents.insert",
  `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at, flapping, backfilled)
   select $1, * from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
     $9::boolean[], $10::boolean[])`,
);

const closeIncidents = statement<
  [tenantId: string, ids: readonly string[], closedAt: readonly number[]],
  never
>(
  "incidents.close",
  `update incidents as i set closed_at = greatest(v.closed_at, i.opened_at)
   from unnest($2::uuid[], $3::bigint[]) as v (id, closed_at)
   where i.tenant_id = $1 and i.id = v.id and i.closed_at is null`,
);

const markFlapping = statement<
  [tenantId: string, ids: readonly string[], flapping: readonly boolean[]],
  never
>(
  "incidents.flapping",
  `update incidents as i set flapping = v.flapping
   from unnest($2::uuid[], $3::boolean[]) as v (id, flapping)
   where i.tenant_id = $1 and i.id = v.id`,
);

const insertEvents = statement<
  [
    tenantId: string,
    incidentIds: readonly string[],
    ids: readonly string[],
    at: readonly number[],
    kinds: readonly string[],
    texts: readonly string[],
  ],
  never
>(
  "incidents.events.insert",
  `insert into incident_events (tenant_id, incident_id, id, at, kind, text)
   select $1, * from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[])`,
);

/** Saves what a decision run changed, in a statement for each kind of change. */
export async function saveIncidents(
  tx: Queryable,
  tenantId: string,
  changes: IncidentChanges,
): Promise<void> {
  const { opened, closed, flapping, events } = changes;
  if (opened.length > 0) {
    await tx.run(insertIncidents, [
      tenantId,
      opened.map((incident) => incident.id),
      opened.map((incident) => incident.kind),
      opened.map((incident) => incident.subjectId),
      opened.map((incident) => incident.subjectName),
      opened.map((incident) => incident.cause),
      opened.map((incident) => incident.openedAt),
      opened.map((incident) => incident.closedAt),
      opened.map((incident) => incident.flapping),
      opened.map((incident) => incident.backfilled),
    ]);
  }
  if (closed.length > 0) {
    await tx.run(closeIncidents, [
      tenantId,
      closed.map((one) => one.id),
      closed.map((one) => one.closedAt),
    ]);
  }
  if (flapping.length > 0) {
    await tx.run(markFlapping, [
      tenantId,
      flapping.map((one) => one.id),
      flapping.map((one) => one.flapping),
    ]);
  }
  await saveIncidentEvents(tx, tenantId, events);
}

export async function saveIncidentEvents(
  tx: Queryable,
  tenantId: string,
  events: readonly IncidentEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.run(insertEvents, [
    tenantId,
    events.map((event) => event.incidentId),
    events.map(() => newId()),
    events.map((event) => event.at),
    events.map((event) => event.kind),
    events.map((event) => event.text),
  ]);
}
