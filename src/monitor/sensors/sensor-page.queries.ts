import { type Queryable, statement } from "#platform/db";
import type { PartRow } from "./sensor.queries.ts";
import type { SensorStatus } from "./sensor-row.ts";
import type { CheckResult } from "#wire/collector.v1";

/** What the page of a sensor shows besides its row in the table. */
export interface SensorMore {
  createdAt: number;
  failuresBeforeDown: number;
  successesBeforeUp: number;
  failures: number;
  firstFailureAt: number | null;
  successes: number;
  jitterMs: number | null;
  causeCode: string | null;
  heldBecause: string | null;
  collectorLastSeenAt: number | null;
  collectorStatus: "pending" | "active" | "revoked";
  parentId: string | null;
  children: number;
  incident: {
    id: string;
    openedAt: number;
    cause: string;
    acknowledgedAt: number | null;
    acknowledgedBy: string | null;
  } | null;
  detail: NonNullable<CheckResult["detail"]> | null;
  settings: Record<string, unknown>;
  hasCredentials: boolean;
  parts: PartRow[] | null;
}

/** A sensor's parent as its child shows it. */
export interface ParentRow {
  id: string;
  name: string;
  status: SensorStatus;
}

const more = statement<[tenantId: string, id: string], SensorMore>(
  "sensors.console.more",
  `select t.created_at as "createdAt", t.failures_before_down as "failuresBeforeDown",
     t.successes_before_up as "successesBeforeUp", coalesce(st.failures, 0) as failures,
     st.first_failure_at as "firstFailureAt", coalesce(st.successes, 0) as successes, st.jitter_ms as "jitterMs",
     st.cause_code as "causeCode", st.held_because as "heldBecause", k.last_seen_at as "collectorLastSeenAt",
     k.status as "collectorStatus", t.parent_id as "parentId", t.settings, t.sealed_secrets is not null as "hasCredentials",
     st.detail,
     (select count(*) from sensors c where c.tenant_id = $1 and c.parent_id = t.id) as children,
     (select jsonb_build_object('id', i.id, 'openedAt', i.opened_at, 'cause', i.cause, 'acknowledgedAt', i.acknowledged_at,
        'acknowledgedBy', i.acknowledged_by)
      from incidents i where i.tenant_id = $1 and i.id = st.open_incident_id) as incident,
     case when t.type = 'snmp' then (
       select jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'readAt', p.read_at, 'facts', p.facts)
         order by p.kind, p.name)
       from sensor_parts p where p.tenant_id = t.tenant_id and p.sensor_id = t.id) end as parts
   from sensors t
   join collectors k on k.tenant_id = t.tenant_id and k.id = t.collector_id
   left join sensor_states st on st.tenant_id = t.tenant_id and st.sensor_id = t.id
   where t.tenant_id = $1 and t.id = $2`,
);

/** What the page shows besides the row; `null` when the tenant has no such sensor. Who may see it was asked before. */
export async function findSensorMore(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<SensorMore | null> {
  const [row] = await db.run(more, [tenantId, id]);
  return row ?? null;
}

/** What of a sensor its history asks for. */
interface SensorOfHistory {
  id: string;
  intervalSec: number;
  companyId: string | null;
  tags: string[];
  createdAt: number;
}

const visible = statement<
  [tenantId: string, id: string, companyIds: readonly string[] | null],
  SensorOfHistory
>(
  "sensors.console.visible",
  `select id, interval_sec as "intervalSec", company_id as "companyId", tags,
     created_at as "createdAt" from sensors t
   where t.tenant_id = $1 and t.id = $2 and ($3::uuid[] is null or t.company_id = any($3))`,
);

/** A sensor, before its history is read; `null` when there is none, or none that one who sees these companies may see. */
export async function findVisibleSensor(
  db: Queryable,
  tenantId: string,
  id: string,
  companyIds: readonly string[] | null,
): Promise<SensorOfHistory | null> {
  const [row] = await db.run(visible, [tenantId, id, companyIds]);
  return row ?? null;
}
