import { statement } from "#platform/db";
import type { ListedIncident, TimelineEntry } from "./listed-incident.ts";

// A collector is no sensor, so its name says what it is. A subject that is gone keeps the name that it had.
const columns = `i.id, i.kind, i.subject_id as "sensorId",
     case i.kind when 'collector' then 'collector ' || coalesce(c.name, i.subject_name)
       else coalesce(s.name, i.subject_name) end as "sensorName",
     i.cause, i.opened_at as "openedAt", i.closed_at as "closedAt", i.closed_at is null as open,
     i.acknowledged_at is not null as acknowledged, i.acknowledged_at as "acknowledgedAt",
     i.acknowledged_by as "acknowledgedBy", i.flapping`;

const incidentsWithNames = `incidents i
   left join sensors s on i.kind = 'sensor' and s.tenant_id = i.tenant_id and s.id = i.subject_id
   left join collectors c on i.kind = 'collector' and c.tenant_id = i.tenant_id and c.id = i.subject_id`;

/** Which incidents a list holds. */
export const incidentStates = ["open", "closed", "all"] as const;
export type IncidentStateFilter = (typeof incidentStates)[number];

const filters: Readonly<Record<IncidentStateFilter, string>> = {
  open: " and closed_at is null",
  closed: " and closed_at is not null",
  all: "",
};

/** A row of a page: the number of all that match, and an incident; one row without one when the page is empty. */
export type IncidentPageRow = { total: number } & (ListedIncident | { id: null });

/** The statements of one list, newest first. */
function listOf(state: IncidentStateFilter) {
  const filter = filters[state];
  return {
    // As for sensors: the page's ids come from an index alone, and the number of all from the same statement.
    page: statement<[tenantId: string, limit: number, offset: number], IncidentPageRow>(
      `incidents.page-${state}`,
      `with wanted as materialized (
         select id from incidents where tenant_id = $1${filter} order by opened_at desc, id limit $2 offset $3)
       select matching.total, page.*
       from (select count(*) as total from incidents where tenant_id = $1${filter}) as matching
       left join (
         select shown.* from wanted cross join lateral (
           select ${columns} from ${incidentsWithNames} where i.tenant_id = $1 and i.id = wanted.id offset 0) as shown
         ) as page on true
       order by page."openedAt" desc, page.id`,
    ),
    measure: statement<[tenantId: string], { total: number; version: string }>(
      `incidents.measure-${state}`,
      `select count(*) as total, coalesce(sum(hash_record_extended(shown, 0)), 0)::text as version
       from (select ${columns} from ${incidentsWithNames} where i.tenant_id = $1${filter}) as shown`,
    ),
    all: statement<[tenantId: string, offset: number], ListedIncident>(
      `incidents.all-${state}`,
      `select ${columns} from ${incidentsWithNames} where i.tenant_id = $1${filter}
       order by i.opened_at desc, i.id offset $2`,
    ),
  };
}

export const findIncident = statement<[tenantId: string, id: string], ListedIncident>(
  "incidents.find",
  `select ${columns} from ${incidentsWithNames} where i.tenant_id = $1 and i.id = $2`,
);

// Of one moment, the check comes before what was decided on it. What people note is for people: the console shows it.
export const listTimeline = statement<[tenantId: string, incidentId: string], TimelineEntry>(
  "incidents.timeline",
  `select at, kind, text from incident_events where tenant_id = $1 and incident_id = $2 and kind <> 'noted'
   order by at, kind not in ('check_failed', 'check_ok'), id`,
);

export const incidentLists = {
  open: listOf("open"),
  closed: listOf("closed"),
  all: listOf("all"),
};
