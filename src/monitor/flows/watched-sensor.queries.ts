import type { OpenIncident } from "#monitor/incidents";
import type { SensorState } from "#monitor/states";
import { type Queryable, statement } from "#platform/db";
import type { WatchedSensor } from "./replay.ts";

interface WatchedRow {
  id: string;
  name: string;
  interval_sec: number;
  failures_before_down: number;
  successes_before_up: number;
  parent_id: string | null;
  tags: string[];
  company_id: string | null;
  enabled: boolean;
  state: "up" | "down" | null;
  state_since: number | null;
  last_checked_at: number | null;
  latency_ms: number | null;
  http_status: number | null;
  cert_days_left: number | null;
  loss_percent: number | null;
  jitter_ms: number | null;
  detail: SensorState["detail"];
  cause: string | null;
  cause_code: string | null;
  failures: number;
  first_failure_at: number | null;
  successes: number;
  first_success_at: number | null;
  change_bits: number;
  last_ok: boolean | null;
  flapping: boolean;
  held_because: string | null;
  open_incident_id: string | null;
}

const watched = `
  select s.id, s.name, s.interval_sec, s.failures_before_down, s.successes_before_up, s.parent_id, s.tags, s.company_id,
    s.enabled, st.state, st.state_since, st.last_checked_at, st.latency_ms, st.http_status, st.cert_days_left,
    st.loss_percent, st.jitter_ms, st.detail, st.cause, st.cause_code, st.failures, st.first_failure_at, st.successes,
    st.first_success_at, st.change_bits, st.last_ok, st.flapping, st.held_because, st.open_incident_id
  from sensors s
  join sensor_states st on st.tenant_id = s.tenant_id and st.sensor_id = s.id
  where s.tenant_id = $1`;

// Rows are locked in the order of their ids, so that two batches that share sensors cannot block each other for ever.
const lockAssigned = statement<
  [tenantId: string, sensorIds: readonly string[], collectorId: string],
  WatchedRow
>(
  "flows.watched.lock-assigned",
  `${watched} and s.id = any($2::uuid[]) and s.collector_id = $3 and s.enabled order by s.id for no key update of st`,
);

const lockByIds = statement<[tenantId: string, sensorIds: readonly string[]], WatchedRow>(
  "flows.watched.lock-by-ids",
  `${watched} and s.id = any($2::uuid[]) order by s.id for no key update of st`,
);

const lockWithoutIncident = statement<[tenantId: string], WatchedRow>(
  "flows.watched.lock-without-incident",
  `${watched} and s.enabled and st.state = 'down' and st.open_incident_id is null order by s.id
   for no key update of st`,
);

const findByIds = statement<[tenantId: string, sensorIds: readonly string[]], WatchedRow>(
  "flows.watched.find-by-ids",
  `${watched} and s.id = any($2::uuid[])`,
);

/** The enabled ones of these sensors that this collector polls, locked against other deciders. */
export async function lockAssignedSensors(
  tx: Queryable,
  tenantId: string,
  sensorIds: readonly string[],
  collectorId: string,
): Promise<WatchedSensor[]> {
  return watchedSensors(
    tx,
    tenantId,
    await tx.run(lockAssigned, [tenantId, sensorIds, collectorId]),
  );
}

/** These sensors, enabled or not, locked against other deciders. */
export async function lockSensors(
  tx: Queryable,
  tenantId: string,
  sensorIds: readonly string[],
): Promise<WatchedSensor[]> {
  return watchedSensors(tx, tenantId, await tx.run(lockByIds, [tenantId, sensorIds]));
}

/** Enabled sensors that are down and have no open incident, locked against other deciders. */
export async function lockSensorsWithoutIncident(
  tx: Queryable,
  tenantId: string,
): Promise<WatchedSensor[]> {
  return watchedSensors(tx, tenantId, await tx.run(lockWithoutIncident, [tenantId]));
}

/** The parents of these sensors that are not among them, as they are now. */
export async function findOtherParents(
  tx: Queryable,
  tenantId: string,
  sensors: ReadonlyMap<string, WatchedSensor>,
): Promise<Map<string, WatchedSensor>> {
  const wanted = new Set<string>();
  for (const { parentId } of sensors.values())
    if (parentId !== null && !sensors.has(parentId)) wanted.add(parentId);
  if (wanted.size === 0) return new Map();
  const rows = await tx.run(findByIds, [tenantId, [...wanted]]);
  return new Map(rows.map((row) => [row.id, toWatched(row, null)]));
}

const findOpenIncidents = statement<
  [tenantId: string, ids: readonly string[]],
  { id: string; opened_at: number; cause: string; flapping: boolean }
>(
  "flows.watched.open-incidents",
  `select id, opened_at, cause, flapping from incidents where tenant_id = $1 and id = any($2::uuid[])`,
);

/** Open incidents are few: asked for by their ids they cost next to nothing, joined they can cost the batch. */
async function watchedSensors(
  tx: Queryable,
  tenantId: string,
  rows: readonly WatchedRow[],
): Promise<WatchedSensor[]> {
  const ids = rows.flatMap((row) => row.open_incident_id ?? []);
  const incidents = ids.length === 0 ? [] : await tx.run(findOpenIncidents, [tenantId, ids]);
  const open = new Map(
    incidents.map(({ id, opened_at: openedAt, cause, flapping }) => [
      id,
      { id, openedAt, cause, flapping },
    ]),
  );
  return rows.map((row) => toWatched(row, open.get(row.open_incident_id ?? "") ?? null));
}

function toWatched(row: WatchedRow, open: OpenIncident | null): WatchedSensor {
  return {
    id: row.id,
    name: row.name,
    intervalSec: row.interval_sec,
    failuresBeforeDown: row.failures_before_down,
    successesBeforeUp: row.successes_before_up,
    parentId: row.parent_id,
    tags: row.tags,
    companyId: row.company_id,
    enabled: row.enabled,
    state: {
      state: row.state,
      stateSince: row.state_since,
      lastCheckedAt: row.last_checked_at,
      latencyMs: row.latency_ms,
      httpStatus: row.http_status,
      certDaysLeft: row.cert_days_left,
      lossPercent: row.loss_percent,
      jitterMs: row.jitter_ms,
      detail: row.detail,
      cause: row.cause,
      causeCode: row.cause_code,
      failures: row.failures,
      firstFailureAt: row.first_failure_at,
      successes: row.successes,
      firstSuccessAt: row.first_success_at,
      changeBits: row.change_bits,
      lastOk: row.last_ok,
      flapping: row.flapping,
    },
    open,
    heldBecause: row.held_because,
  };
}

const listTenantsWithoutIncident = statement<[], { tenant_id: string }>(
  "flows.tenants-without-incident",
  `select distinct tenant_id from sensor_states where state = 'down' and open_incident_id is null`,
);

/** Tenants that have a sensor which is down without an open incident. */
export async function listTenantsToReconsider(system: Queryable): Promise<string[]> {
  return (await system.run(listTenantsWithoutIncident, [])).map((row) => row.tenant_id);
}
