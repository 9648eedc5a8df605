import { type Queryable, statement } from "#platform/db";
import type { IncidentRow, RelatedIncident, SubjectNow, TimelineEvent } from "./incident-row.ts";
import { incidentRowColumns, incidentRowsFrom, isOfCompanies } from "./incident-table.queries.ts";

type Companies = readonly string[] | null;

/** One incident, if the person may see it. */
export async function findIncidentRow(
  db: Queryable,
  tenantId: string,
  id: string,
  companyIds: Companies,
): Promise<IncidentRow | null> {
  const [row] = await db.run(findStatement, [tenantId, id, companyIds]);
  return row ?? null;
}

const findStatement = statement<
  readonly [tenantId: string, id: string, companyIds: Companies],
  IncidentRow
>(
  "incidents.page.find",
  `select ${incidentRowColumns} from ${incidentRowsFrom}
   where t.tenant_id = $1 and t.id = $2 and ${isOfCompanies("$3")}`,
);

/** The timeline with what people noted. Of one moment, the check comes before what was decided on it. */
export const listTimelineEvents = statement<
  readonly [tenantId: string, incidentId: string],
  TimelineEvent
>(
  "incidents.page.timeline",
  `select id, at, kind, text from incident_events where tenant_id = $1 and incident_id = $2
   order by at, kind not in ('check_failed', 'check_ok'), id`,
);

/** How a sensor or collector is now; no row when it is gone. A parent that the caller may not see is left out. */
export const findSubjectNow = statement<
  readonly [tenantId: string, subjectId: string, companyIds: Companies],
  SubjectNow
>(
  "incidents.page.subject",
  `select s.type, s.target, n.state, n.cause, n.last_checked_at as "lastCheckedAt",
     p.id as "parentId", p.name as "parentName", c.id as "collectorId", c.name as "collectorName"
   from sensors s
   join collectors c on c.tenant_id = s.tenant_id and c.id = s.collector_id
   left join sensor_states n on n.tenant_id = s.tenant_id and n.sensor_id = s.id
   left join sensors p on p.tenant_id = s.tenant_id and p.id = s.parent_id
     and ($3::uuid[] is null or p.company_id = any($3))
   where s.tenant_id = $1 and s.id = $2
   union all
   select null, null, null, null, c.last_seen_at, null, null, c.id, c.name
   from collectors c where c.tenant_id = $1 and c.id = $2`,
);

/** Others of the same sensor or collector, the newest first. */
export async function listEarlier(
  db: Queryable,
  tenantId: string,
  incident: IncidentRow,
): Promise<IncidentRow[]> {
  return db.run(earlierStatement, [tenantId, incident.id, incident.subjectId, mostEarlier]);
}

const mostEarlier = 10;

const earlierStatement = statement<
  readonly [tenantId: string, id: string, subjectId: string, limit: number],
  IncidentRow
>(
  "incidents.page.earlier",
  `select ${incidentRowColumns} from ${incidentRowsFrom}
   where t.tenant_id = $1 and t.subject_id = $3 and t.id <> $2
   order by t.opened_at desc, t.id limit $4`,
);

/** Incidents that opened within so long of another are from about the same time, in milliseconds. */
const sameTimeMs = 10 * 60_000;
const mostRelated = 50;

/**
 * Incidents that may have to do with this one, the nearest relation first: of the parent, of sensors below it or below the
 * same parent, and of the collector, while both were open; and whatever else opened at about the same time.
 */
export async function listRelated(
  db: Queryable,
  tenantId: string,
  { id, subjectId, openedAt, closedAt }: IncidentRow,
  companyIds: Companies,
): Promise<RelatedIncident[]> {
  const from = openedAt - sameTimeMs;
  const around = [from, openedAt + sameTimeMs, openedAt, closedAt] as const;
  const values = [tenantId, id, companyIds, subjectId, ...around, mostRelated] as const;
  const rows = await db.run(relatedStatement, values);
  return rows.map(({ relation, ...incident }) => ({ relation, incident }));
}

const relatedStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    companyIds: Companies,
    subjectId: string,
    from: number,
    to: number,
    openedAt: number,
    closedAt: number | null,
    limit: number,
  ],
  IncidentRow & { relation: RelatedIncident["relation"] }
>(
  "incidents.page.related",
  `with own as (select parent_id, collector_id from sensors where tenant_id = $1 and id = $4),
   kin as (
     select own.parent_id as id, 'parent' as relation, 1 as rank from own where own.parent_id is not null
     union all
     select s.id, 'child', 2 from sensors s where s.tenant_id = $1 and s.parent_id = $4
     union all
     select s.id, 'sibling', 4 from own
       join sensors s on s.tenant_id = $1 and s.parent_id = own.parent_id and s.id <> $4
     union all
     select own.collector_id, 'collector', 3 from own),
   candidates as (
     select i.id, kin.relation, kin.rank from kin
       join incidents i on i.tenant_id = $1 and i.subject_id = kin.id
     where ($8::bigint is null or i.opened_at <= $8) and (i.closed_at is null or i.closed_at >= $5)
     union all
     select i.id, 'same_time', 5 from incidents i
     where i.tenant_id = $1 and i.opened_at between $5 and $6 and i.subject_id <> $4),
   nearest as (
     select distinct on (id) id, relation, rank from candidates where id <> $2 order by id, rank)
   select n.relation, shown.* from nearest n
   cross join lateral (
     select ${incidentRowColumns} from ${incidentRowsFrom}
     where t.tenant_id = $1 and t.id = n.id and ${isOfCompanies("$3")} offset 0) as shown
   order by n.rank, abs(shown."openedAt" - $7), shown.id limit $9`,
);
