import { type Queryable, statement } from "#platform/db";
import type { SensorState } from "./state.ts";

/** What is written of one sensor's state: the opinion, its incident, and why it has none. */
export interface StateRow {
  readonly sensorId: string;
  readonly state: SensorState;
  readonly openIncidentId: string | null;
  readonly heldBecause: string | null;
}

const insertStatesStatement = statement<[tenantId: string, sensorIds: readonly string[]], never>(
  "states.insert",
  `insert into sensor_states (tenant_id, sensor_id)
   select $1, id from unnest($2::uuid[]) as id
   on conflict do nothing`,
);

/** Every sensor has a state row from its first moment on. */
export async function insertStates(
  tx: Queryable,
  tenantId: string,
  sensorIds: readonly string[],
): Promise<void> {
  if (sensorIds.length > 0) await tx.run(insertStatesStatement, [tenantId, sensorIds]);
}

type Column<T> = readonly (T | null)[];

const updateStatesStatement = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    state: Column<string>,
    stateSince: Column<number>,
    lastCheckedAt: Column<number>,
    latencyMs: Column<number>,
    httpStatus: Column<number>,
    certDaysLeft: Column<number>,
    lossPercent: Column<number>,
    jitterMs: Column<number>,
    detail: Column<string>,
    cause: Column<string>,
    causeCode: Column<string>,
    failures: Column<number>,
    firstFailureAt: Column<number>,
    successes: Column<number>,
    firstSuccessAt: Column<number>,
    changeBits: Column<number>,
    lastOk: Column<boolean>,
    flapping: Column<boolean>,
    openIncidentId: Column<string>,
    heldBecause: Column<string>,
  ],
  never
>(
  "states.update",
  `update sensor_states as st set
     state = v.state, state_since = v.state_since, last_checked_at = v.last_checked_at, latency_ms = v.latency_ms,
     http_status = v.http_status, cert_days_left = v.cert_days_left, loss_percent = v.loss_percent,
     jitter_ms = v.jitter_ms, detail = v.detail, cause = v.cause, cause_code = v.cause_code, failures = v.failures,
     first_failure_at = v.first_failure_at, successes = v.successes, first_success_at = v.first_success_at,
     change_bits = v.change_bits, last_ok = v.last_ok, flapping = v.flapping, open_incident_id = v.open_incident_id,
     held_because = v.held_because
   from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::double precision[], $7::int[], $8::int[],
     $9::real[], $10::real[], $11::jsonb[], $12::text[], $13::text[], $14::int[], $15::bigint[], $16::int[],
     $17::bigint[], $18::int[], $19::boolean[], $20::boolean[], $21::uuid[], $22::text[])
     as v (sensor_id, state, state_since, last_checked_at, latency_ms, http_status, cert_days_left, loss_percent,
       jitter_ms, detail, cause, cause_code, failures, first_failure_at, successes, first_success_at, change_bits,
       last_ok, flapping, open_incident_id, held_because)
   where st.tenant_id = $1 and st.sensor_id = v.sensor_id`,
);

/** Writes the states of a whole batch in one statement. */
export async function updateStates(
  tx: Queryable,
  tenantId: string,
  rows: readonly StateRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(updateStatesStatement, [
    tenantId,
    rows.map((row) => row.sensorId),
    rows.map((row) => row.state.state),
    rows.map((row) => row.state.stateSince),
    rows.map((row) => row.state.lastCheckedAt),
    rows.map((row) => row.state.latencyMs),
    rows.map((row) => row.state.httpStatus),
    rows.map((row) => row.state.certDaysLeft),
    rows.map((row) => row.state.lossPercent),
    rows.map((row) => row.state.jitterMs),
    rows.map((row) => (row.state.detail === null ? null : JSON.stringify(row.state.detail))),
    rows.map((row) => row.state.cause),
    rows.map((row) => row.state.causeCode),
    rows.map((row) => row.state.failures),
    rows.map((row) => row.state.firstFailureAt),
    rows.map((row) => row.state.successes),
    rows.map((row) => row.state.firstSuccessAt),
    rows.map((row) => row.state.changeBits),
    rows.map((row) => row.state.lastOk),
    rows.map((row) => row.state.flapping),
    rows.map((row) => row.openIncidentId),
    rows.map((row) => row.heldBecause),
  ]);
}
