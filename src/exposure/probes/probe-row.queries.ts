import { type Queryable, statement } from "#platform/db";
import type { ProbeRow } from "./probe-row.ts";
import type { Probe, ProbeHealth } from "./probe.ts";

/** A probe with what it is there for. */
export interface ProbeOverview extends Omit<ProbeRow, "status" | "health"> {
  status: Probe["status"];
  health: ProbeHealth | null;
}

/** The tenant's probes, the embedded one first, then by name. */
export async function listProbeOverviews(
  db: Queryable,
  tenantId: string,
): Promise<ProbeOverview[]> {
  return db.run(overviewStatement, [tenantId]);
}

const overviewStatement = statement<readonly [tenantId: string], ProbeOverview>(
  "probes.list-overviews",
  `select p.id, p.name, p.embedded, p.status, p.company_id as "companyId", c.name as "companyName", p.version, p.hostname,
     p.last_seen_at as "lastSeenAt", case when p.enrolment_token_hash is not null then p.enrolment_expires_at end
       as "tokenExpiresAt",
     p.health, used.sites, used.scans,
     (select count(*) from directories d where d.tenant_id = p.tenant_id and d.probe_id = p.id) as directories,
     p.target_allow as "targetAllow", p.target_deny as "targetDeny", p.created_at as "createdAt"
   from probes p
   left join companies c on c.tenant_id = p.tenant_id and c.id = p.company_id
   cross join lateral (
     select count(*) as scans, coalesce(array_agg(distinct site.name) filter (where site.name is not null), '{}') as sites
     from scans s join sites site on site.tenant_id = s.tenant_id and site.id = s.site_id
     where s.tenant_id = p.tenant_id and s.probe_id = p.id
   ) as used
   where p.tenant_id = $1 order by p.embedded desc, lower(p.name), p.id`,
);
