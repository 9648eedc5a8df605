import type { Coverage } from "#monitor/maintenance";
import { type Queryable, sharedRead, statement } from "#platform/db";
import { type TableQuery, consoleTable, filtersAt, seldomSet } from "#platform/pagination";
import {
  type SensorFilter,
  type SensorRow,
  type SensorSort,
  type SensorStatus,
  sensorStatuses,
} from "./sensor-row.ts";

type Filtered = [
  sight: readonly string[] | null,
  everythingCovered: boolean,
  coveredIds: readonly string[],
  coveredTags: readonly string[],
  coveredCompanies: readonly string[],
  statuses: readonly string[] | null,
  types: readonly string[] | null,
  companies: readonly string[] | null,
  collectors: readonly string[] | null,
  tags: readonly string[] | null,
  search: string | null,
];

type Place = (position: number) => string;

const from = `sensors t
  left join sensor_states st on st.tenant_id = t.tenant_id and st.sensor_id = t.id
  left join collectors k on k.tenant_id = t.tenant_id and k.id = t.collector_id
  left join companies co on co.tenant_id = t.tenant_id and co.id = t.company_id
  left join incidents i on i.tenant_id = t.tenant_id and i.id = st.open_incident_id`;

const statusOf = (value: Place) => `case
  when not t.enabled then 'paused'
  when ${value(2)}::boolean or t.id = any(${value(3)}::uuid[]) or t.tags && ${value(4)}::text[]
    or t.company_id = any(${value(5)}::uuid[]) then 'maintenance'
  when k.open_incident_id is not null or k.status = 'revoked' then 'stale'
  else coalesce(st.state, 'unknown') end`;

const whereOf = (value: Place): string => {
  const filter = filtersAt(value);
  return seldomSet([
    filter(1, "uuid[]", (sight) => `t.company_id = any(${sight})`),
    filter(6, "text[]", (statuses) => `${statusOf(value)} = any(${statuses})`),
    filter(7, "text[]", (types) => `t.type = any(${types})`),
    filter(8, "text[]", (companies) => `coalesce(t.company_id::text, 'none') = any(${companies})`),
    filter(9, "text[]", (collectors) => `t.collector_id::text = any(${collectors})`),
    filter(10, "text[]", (tags) => `t.tags && ${tags}`),
    filter(11, "text", (search) => `(t.name ilike ${search} or t.target ilike ${search})`),
  ]);
};

const rankOf = (status: string) =>
  `case ${status} ${sensorStatuses.map((word, rank) => `when '${word}' then ${rank}`).join(" ")} end`;

/** The columns of a {@link SensorRow}; the tables are joined under these names in `sensor-detail.queries.ts`, too. */
const columnsOf = (value: Place) => `t.id, t.name, t.type, t.target, t.enabled,
  t.interval_sec as "intervalSec", t.tags, t.company_id as "companyId", co.name as "companyName",
  t.collector_id as "collectorId", k.name as "collectorName", ${statusOf(value)} as status, st.state,
  st.state_since as "stateSince", st.last_checked_at as "lastCheckedAt", st.latency_ms as "latencyMs",
  st.loss_percent as "lossPercent", st.http_status as "httpStatus", st.cert_days_left as "certDaysLeft", st.cause,
  coalesce(st.flapping, false) as flapping, st.open_incident_id as "openIncidentId",
  i.acknowledged_by as "acknowledgedBy"`;

const table = consoleTable<SensorSort, Filtered, SensorRow>("sensors.console.table", (value) => ({
  from,
  columns: columnsOf(value),
  where: whereOf(value),
  sorts: {
    name: "lower(t.name)",
    // Of one status the newest first: a time in milliseconds has 13 digits, far from the 16 of a rank.
    status: `${rankOf(statusOf(value))} * 1000000000000000 - coalesce(st.state_since, 0)`,
    type: "t.type",
    target: "lower(t.target)",
    company: "lower(co.name)",
    latency: "st.latency_ms",
    loss: "st.loss_percent",
    lastCheckedAt: "st.last_checked_at",
    stateSince: "st.state_since",
  },
}));

/** What of a tenant somebody may see, and what of it is in maintenance at this moment. */
export interface SensorView {
  /** Only sensors of these companies; `null`: all. */
  companyIds: readonly string[] | null;
  coverage: Coverage;
}

/** A piece of the table. */
export async function listSensorRows(
  db: Queryable,
  tenantId: string,
  view: SensorView,
  filter: SensorFilter,
  query: TableQuery<SensorSort>,
): Promise<{ total: number; items: SensorRow[] }> {
  return table.read(db, tenantId, query, valuesOf(view, filter));
}

function valuesOf({ companyIds, coverage }: SensorView, filter: SensorFilter): Filtered {
  return [
    companyIds,
    coverage.everything,
    coverage.sensorIds,
    coverage.tags,
    coverage.companyIds,
    filter.statuses,
    filter.types,
    filter.companies,
    filter.collectors,
    filter.tags,
    filter.search,
  ];
}

const after = (count: number): Place => {
  return (position) => `$${count + position}`;
};

const matchingIds = statement<[tenantId: string, limit: number, ...Filtered], { id: string }>(
  "sensors.console.matching",
  `select t.id from ${from} where t.tenant_id = $1 and ${whereOf(after(2))} order by t.id limit $2`,
);

/** The ids of all that match, at most `limit`. */
export async function listMatchingSensors(
  db: Queryable,
  tenantId: string,
  view: SensorView,
  filter: SensorFilter,
  limit: number,
): Promise<string[]> {
  const rows = await db.run(matchingIds, [tenantId, limit, ...valuesOf(view, filter)]);
  return rows.map(({ id }) => id);
}

const oneRow = statement<
  [tenantId: string, id: string, ...Filtered],
  SensorRow & { [column: string]: unknown }
>(
  "sensors.console.one",
  `select ${columnsOf(after(2))} from ${from} where t.tenant_id = $1 and t.id = $2 and ${whereOf(after(2))}`,
);

const anything: SensorFilter = {
  statuses: null,
  types: null,
  companies: null,
  collectors: null,
  tags: null,
  search: null,
};

/** One row; `null` when there is none, or none that may be seen. */
export async function findSensorRow(
  db: Queryable,
  tenantId: string,
  view: SensorView,
  id: string,
): Promise<SensorRow | null> {
  const [row] = await db.run(oneRow, [tenantId, id, ...valuesOf(view, anything)]);
  return row ?? null;
}

/** What there is to filter by, with the number of sensors of each. */
export interface SensorFacets {
  statuses: { name: SensorStatus; count: number }[];
  types: { name: string; count: number }[];
  companies: { id: string; name: string; count: number }[];
  collectors: { id: string; name: string; count: number }[];
  tags: { name: string; count: number }[];
}

/** Tags beyond these are found by typing. */
const shownTags = 100;

const readFacets = sharedRead(
  statement<
    [tenantId: string, ...Filtered],
    { [Kind in keyof SensorFacets]: SensorFacets[Kind] | null }
  >(
    "sensors.console.facets",
    `with seen as materialized (
     select t.type, t.tags, t.company_id, co.name as company, t.collector_id, k.name as collector, ${statusOf(after(1))} as status
     from ${from} where t.tenant_id = $1 and ${whereOf(after(1))})
   select
     (select jsonb_agg(jsonb_build_object('name', status, 'count', n)) from (
       select status, count(*) as n from seen group by status) as by_status) as statuses,
     (select jsonb_agg(jsonb_build_object('name', type, 'count', n) order by type) from (
       select type, count(*) as n from seen group by type) as by_type) as types,
     (select jsonb_agg(jsonb_build_object('id', company_id, 'name', company, 'count', n) order by lower(company)) from (
       select company_id, company, count(*) as n from seen where company_id is not null group by 1, 2) as by_company) as companies,
     (select jsonb_agg(jsonb_build_object('id', collector_id, 'name', collector, 'count', n) order by lower(collector)) from (
       select collector_id, collector, count(*) as n from seen group by 1, 2) as by_collector) as collectors,
     (select jsonb_agg(jsonb_build_object('name', tag, 'count', n) order by n desc, tag) from (
       select tag, count(*) as n from seen, unnest(tags) as tag group by tag order by n desc, tag limit ${shownTags}) as by_tag) as tags`,
  ),
);

/** Counts what may be seen, by all that it can be filtered by. */
export async function countSensors(
  db: Queryable,
  tenantId: string,
  view: SensorView,
): Promise<SensorFacets> {
  const [row] = await readFacets(db, [tenantId, ...valuesOf(view, anything)]);
  return {
    statuses: row?.statuses ?? [],
    types: row?.types ?? [],
    companies: row?.companies ?? [],
    collectors: row?.collectors ?? [],
    tags: row?.tags ?? [],
  };
}

const readStatuses = sharedRead(
  statement<[tenantId: string, ...Filtered], { name: SensorStatus; count: number }>(
    "sensors.console.statuses",
    `select status as name, count(*)::int as count
   from (select ${statusOf(after(1))} as status from ${from} where t.tenant_id = $1 and ${whereOf(after(1))}) as seen
   group by status`,
  ),
);

/** Counts what may be seen, by status alone: about half the work of all that it can be filtered by. */
export async function countStatuses(
  db: Queryable,
  tenantId: string,
  view: SensorView,
): Promise<SensorFacets["statuses"]> {
  return [...(await readStatuses(db, [tenantId, ...valuesOf(view, anything)]))];
}
