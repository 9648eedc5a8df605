import { type Queryable, statement } from "#platform/db";
import type { Collector } from "./collector.ts";

/** A collector with what Settings shows besides. */
export interface CollectorOverview extends Collector {
  tokenExpiresAt: number | null;
  sensors: number;
  openIncidentId: string | null;
}

/** The tenant's collectors by name. */
export async function listCollectorOverviews(
  db: Queryable,
  tenantId: string,
): Promise<CollectorOverview[]> {
  return db.run(overviewsStatement, [tenantId]);
}

const overviewsStatement = statement<readonly [tenantId: string], CollectorOverview>(
  "collectors.overviews",
  `select c.id, c.name, c.embedded, c.status, c.version, c.hostname, c.last_seen_at as "lastSeenAt", c.health,
     c.target_allow as "targetAllow", c.target_deny as "targetDeny", c.created_at as "createdAt",
     c.enrolment_expires_at as "tokenExpiresAt", c.open_incident_id as "openIncidentId",
     (select count(*)::int from sensors s where s.tenant_id = c.tenant_id and s.collector_id = c.id) as sensors
   from collectors c where c.tenant_id = $1 order by lower(c.name), c.id`,
);
