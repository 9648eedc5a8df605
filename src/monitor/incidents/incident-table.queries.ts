import { consoleTable } from "#platform/pagination";
import type { IncidentRow } from "./incident-row.ts";

/** What a row of the console shows of an incident; of {@link incidentRowsFrom}. */
export const incidentRowColumns = `t.id, t.kind, t.subject_id as "subjectId",
    coalesce(s.name, c.name, t.subject_name) as "subjectName", s.id is null and c.id is null as "isGone",
    s.company_id as "companyId", y.name as "companyName", coalesce(s.tags, '{}') as tags, t.cause,
    t.opened_at as "openedAt", t.closed_at as "closedAt", t.acknowledged_at as "acknowledgedAt",
    t.acknowledged_by as "acknowledgedBy", t.flapping, t.backfilled`;

export const incidentRowsFrom = `incidents t
    left join sensors s on t.kind = 'sensor' and s.tenant_id = t.tenant_id and s.id = t.subject_id
    left join collectors c on t.kind = 'collector' and c.tenant_id = t.tenant_id and c.id = t.subject_id
    left join companies y on y.tenant_id = s.tenant_id and y.id = s.company_id`;

/** SQL: the incident is of a sensor of one of the companies that the value lists, if it lists any. */
export function isOfCompanies(value: string): string {
  return `(${value}::uuid[] is null or t.subject_id in (
      select v.id from sensors v where v.tenant_id = $1 and v.company_id = any(${value}::uuid[])))`;
}

/** Which incidents are wanted; `null`: whichever. */
export type IncidentFilter = readonly [
  /** What the person may see. */
  companyIds: readonly string[] | null,
  open: boolean | null,
  acknowledged: boolean | null,
  kinds: readonly string[] | null,
  subjectIds: readonly string[] | null,
  ofCompanies: readonly string[] | null,
  tags: readonly string[] | null,
  flapping: boolean | null,
  /** They were open at this time or later, … */
  from: number | null,
  /** … and had opened by this one. */
  to: number | null,
  search: string | null,
];

/** What the table can be sorted by. `state`: descending, the open ones come first, each the newest first. */
export const incidentSorts = ["state", "opened", "duration", "name", "company"] as const;

/** The console's table of incidents. */
export const incidentTable = consoleTable<
  (typeof incidentSorts)[number],
  IncidentFilter,
  IncidentRow
>("incidents.console", (value) => ({
  from: incidentRowsFrom,
  columns: incidentRowColumns,
  where: [
    isOfCompanies(value(1)),
    `(${value(2)}::boolean is null or (t.closed_at is null) = ${value(2)}::boolean)`,
    `(${value(3)}::boolean is null or (t.acknowledged_at is not null) = ${value(3)}::boolean)`,
    `(${value(4)}::text[] is null or t.kind = any(${value(4)}::text[]))`,
    `(${value(5)}::uuid[] is null or t.subject_id = any(${value(5)}::uuid[]))`,
    isOfCompanies(value(6)),
    `(${value(7)}::text[] is null or t.subject_id in (
      select v.id from sensors v where v.tenant_id = $1 and v.tags && ${value(7)}::text[]))`,
    `(${value(8)}::boolean is null or t.flapping = ${value(8)}::boolean)`,
    `(${value(9)}::bigint is null or t.closed_at is null or t.closed_at >= ${value(9)}::bigint)`,
    `(${value(10)}::bigint is null or t.opened_at <= ${value(10)}::bigint)`,
    `(${value(11)}::text is null or t.cause ilike ${value(11)} or t.subject_name ilike ${value(11)}
      or t.subject_id in (select v.id from sensors v where v.tenant_id = $1 and v.name ilike ${value(11)}))`,
  ].join(" and "),
  sorts: {
    // An open one is as if it had opened a thousand years later.
    state: "t.opened_at + case when t.closed_at is null then 31556952000000 else 0 end",
    opened: "t.opened_at",
    // One that is open lasts the longer, the earlier it opened: until any time that is the same for all.
    duration: "coalesce(t.closed_at, 8640000000000000) - t.opened_at",
    name: "lower(coalesce(s.name, c.name, t.subject_name))",
    company: "lower(y.name)",
  },
}));
