import { type Queryable, statement } from "#platform/db";

/** What was found at a site. */
export interface SiteUse {
  siteId: string;
  assets: number;
  identityFindings: number;
}

/** The tenant's sites at which anything was found. */
export async function listSiteUse(db: Queryable, tenantId: string): Promise<SiteUse[]> {
  return db.run(useStatement, [tenantId]);
}

const useStatement = statement<readonly [tenantId: string], SiteUse>(
  "exposure-configuration.site-use",
  `select site_id as "siteId", count(*) filter (where kind = 'asset') as assets,
     count(*) filter (where kind = 'identity finding') as "identityFindings"
   from (
     select site_id, 'asset' as kind from assets where tenant_id = $1 and site_id is not null
     union all
     select site_id, 'identity finding' from identity_findings where tenant_id = $1 and site_id is not null
   ) as found
   group by site_id`,
);
