import { statement } from "#platform/db";
import type { HostPart, InterfacePart, Sensor } from "./sensor.ts";

const columns = `s.id, s.name, s.type, s.target, s.enabled, s.interval_sec as "intervalSec", t.state,
     t.latency_ms as "latencyMs", t.http_status as "httpStatus", t.cert_days_left as "certDaysLeft",
     t.last_checked_at as "lastCheckedAt", t.state_since as "stateSince", t.cause, coalesce(t.flapping, false) as flapping,
     s.tags, s.company_id as "companyId", s.collector_id as "collectorId", s.parent_id as "parentId",
     s.created_at as "createdAt"`;

const sensorsWithState = `sensors s left join sensor_states t on t.tenant_id = s.tenant_id and t.sensor_id = s.id`;

// One sensor of the tenant $1, looked up by its key. The offset keeps it apart from the rest of the statement: however wrong
// PostgreSQL is about the number of a tenant's sensors, it never reads all of them for each one that is wanted.
const oneSensor = (id: string, more = "") =>
  `lateral (
     select ${columns}${more} from ${sensorsWithState} where s.tenant_id = $1 and s.id = ${id} offset 0) as shown`;

/** A part of an SNMP sensor. `facts` are those that the collector sent; null until it was read. */
export type PartRow = { name: string; readAt: number | null } & (
  | { kind: "interface"; facts: Partial<InterfacePart> | null }
  | { kind: HostPart["aspect"]; facts: Partial<HostPart> | null }
);

const parts = `,
     case when s.type = 'snmp' then (
       select jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'readAt', p.read_at, 'facts', p.facts)
         order by p.kind, p.name)
       from sensor_parts p where p.tenant_id = s.tenant_id and p.sensor_id = s.id)
     end as parts`;

/** Those of the tenant's sensors that have one of these ids. `parts` is null for one that is not SNMP or has none. */
export const findSensors = statement<
  [tenantId: string, ids: readonly string[]],
  Sensor & { parts: PartRow[] | null }
>(
  "sensors.find",
  `select shown.* from unnest($2::uuid[]) as wanted (id) cross join ${oneSensor("wanted.id", parts)}`,
);

/** A row of a page: the number of all that match, and a sensor; one row without a sensor when the page is empty. */
export type SensorPageRow = { total: number } & (Sensor | { id: null });

// The ids of the page come from an index alone; only then are rows and states looked up. The number of all is part of the
// same statement, so that the two agree.
const page = (ofCompany: string) =>
  `with wanted as materialized (
     select id from sensors where tenant_id = $1${ofCompany} order by id limit $2 offset $3)
   select matching.total, page.*
   from (select count(*) as total from sensors where tenant_id = $1${ofCompany}) as matching
   left join (select shown.* from wanted cross join ${oneSensor("wanted.id")}) as page on true
   order by page.id`;

/** By id. */
export const pageSensors = statement<
  [tenantId: string, limit: number, offset: number],
  SensorPageRow
>("sensors.page", page(""));

export const pageSensorsOfCompany = statement<
  [tenantId: string, limit: number, offset: number, companyId: string],
  SensorPageRow
>("sensors.page-of-company", page(" and company_id = $4"));

// The sum of hashes of all that is shown: it does not depend on the order, and any change changes it.
const measure = (ofCompany: string) =>
  `select count(*) as total, coalesce(sum(hash_record_extended(shown, 0)), 0)::text as version
   from (select ${columns} from ${sensorsWithState} where s.tenant_id = $1${ofCompany}) as shown`;

/** How many there are, and a text that differs when anything that is shown of them does. */
export const measureSensors = statement<[tenantId: string], { total: number; version: string }>(
  "sensors.measure",
  measure(""),
);

export const measureSensorsOfCompany = statement<
  [tenantId: string, companyId: string],
  { total: number; version: string }
>("sensors.measure-of-company", measure(" and s.company_id = $2"));

const all = (ofCompany: string) =>
  `select ${columns} from ${sensorsWithState} where s.tenant_id = $1${ofCompany} order by s.id offset $2`;

/** By id. */
export const allSensors = statement<[tenantId: string, offset: number], Sensor>(
  "sensors.all",
  all(""),
);

export const allSensorsOfCompany = statement<
  [tenantId: string, offset: number, companyId: string],
  Sensor
>("sensors.all-of-company", all(" and s.company_id = $3"));
