import { type Queryable, statement } from "#platform/db";
import type { Presence } from "./presence.ts";

export interface WatchedCollector extends Presence {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

interface Row {
  tenant_id: string;
  id: string;
  name: string;
  status: string;
  last_seen_at: number | null;
  incident_id: string | null;
  opened_at: number | null;
}

const listMaybeSilent = statement<[lastSeenBefore: number], Row>(
  "collectors.presence.list",
  `select c.tenant_id, c.id, c.name, c.status, c.last_seen_at, i.id as incident_id, i.opened_at
   from collectors c left join incidents i on i.tenant_id = c.tenant_id and i.id = c.open_incident_id
   where (c.status = 'active' and c.last_seen_at <= $1) or c.open_incident_id is not null
   order by c.tenant_id, c.id`,
);

/** Collectors that may be silent, and those that have an open incident. */
export async function listMaybeSilentCollectors(
  system: Queryable,
  lastSeenBefore: number,
): Promise<WatchedCollector[]> {
  return (await system.run(listMaybeSilent, [lastSeenBefore])).map((row) => ({
    tenantId: row.tenant_id,
    id: row.id,
    name: row.name,
    status: row.status,
    lastSeenAt: row.last_seen_at,
    openIncident:
      row.incident_id === null ? null : { id: row.incident_id, openedAt: row.opened_at ?? 0 },
  }));
}

const setIncident = statement<
  [tenantId: string, id: string, before: string | null, after: string | null],
  { id: string }
>(
  "collectors.presence.set-incident",
  `update collectors set open_incident_id = $4
   where tenant_id = $1 and id = $2 and open_incident_id is not distinct from $3
   returning id`,
);

/** Notes the collector's open incident, unless another replica was faster: then false. */
export async function updateCollectorIncident(
  tx: Queryable,
  tenantId: string,
  id: string,
  before: string | null,
  after: string | null,
): Promise<boolean> {
  return (await tx.run(setIncident, [tenantId, id, before, after])).length > 0;
}
