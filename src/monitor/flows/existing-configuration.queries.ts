import { type Queryable, statement } from "#platform/db";

/** A collector's row as far as a configuration file can say anything about it. */
export interface CollectorRow {
  id: string;
  name: string;
  embedded: boolean;
  allow: string[];
  deny: string[];
  openIncidentId: string | null;
}

/** All collectors of a tenant, by name. */
export async function listCollectorRows(db: Queryable, tenantId: string): Promise<CollectorRow[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<[tenantId: string], CollectorRow>(
  "flows.existing-configuration.collectors",
  `select id, name, embedded, target_allow as allow, target_deny as deny, open_incident_id as "openIncidentId"
   from collectors where tenant_id = $1 order by name`,
);
