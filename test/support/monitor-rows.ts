import { type Database, statement } from "#platform/db";

export interface IncidentRow {
  id: string;
  kind: string;
  subject_id: string;
  cause: string;
  opened_at: number;
  closed_at: number | null;
  flapping: boolean;
  backfilled: boolean;
}

const incidents = statement<[tenantId: string], IncidentRow>(
  "test.incidents",
  `select id, kind, subject_id, cause, opened_at, closed_at, flapping, backfilled from incidents where tenant_id = $1
   order by opened_at, subject_id`,
);

export const incidentsOf = (database: Database, tenantId: string): Promise<IncidentRow[]> =>
  database.forTenant(tenantId).run(incidents, [tenantId]);

const events = statement<
  [tenantId: string, incidentId: string],
  { at: number; kind: string; text: string }
>(
  "test.events",
  `select at, kind, text from incident_events where tenant_id = $1 and incident_id = $2 order by at, kind not like 'check%', id`,
);

export const eventsOf = (
  database: Database,
  tenantId: string,
  incidentId: string,
): Promise<{ at: number; kind: string; text: string }[]> =>
  database.forTenant(tenantId).run(events, [tenantId, incidentId]);

export interface StateRow {
  state: string | null;
  state_since: number | null;
  last_checked_at: number | null;
  latency_ms: number | null;
  failures: number;
  open_incident_id: string | null;
  held_because: string | null;
}

const state = statement<[tenantId: string, sensorId: string], StateRow>(
  "test.state",
  `select state, state_since, last_checked_at, latency_ms, failures, open_incident_id, held_because from sensor_states
   where tenant_id = $1 and sensor_id = $2`,
);

export async function stateOf(
  database: Database,
  tenantId: string,
  sensorId: string,
): Promise<StateRow> {
  const [row] = await database.forTenant(tenantId).run(state, [tenantId, sensorId]);
  if (row === undefined) throw new Error(`no state of sensor ${sensorId}`);
  return row;
}

const count = statement<[tenantId: string], { results: number }>(
  "test.results",
  `select count(*) as results from check_results where tenant_id = $1`,
);

export async function countResults(database: Database, tenantId: string): Promise<number> {
  const [row] = await database.forTenant(tenantId).run(count, [tenantId]);
  return row?.results ?? 0;
}
