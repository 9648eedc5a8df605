import { type Queryable, statement } from "#platform/db";
import type { Site } from "./site.ts";

/** All sites of a tenant, by name. */
export async function listSiteRows(db: Queryable, tenantId: string): Promise<Site[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], Site>(
  "sites.list-rows",
  `select id, name, company_id as "companyId", subnets, time_zone as "timeZone"
   from sites where tenant_id = $1 order by name, id`,
);

/** Adds a site, or changes everything but the name of the one that has the id. */
export async function upsertSite(
  tx: Queryable,
  tenantId: string,
  { id, name, companyId, subnets, timeZone }: Site,
  createdAt: number,
): Promise<void> {
  await tx.run(upsertStatement, [tenantId, id, name, companyId, subnets, timeZone, createdAt]);
}

const upsertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    name: string,
    companyId: string | null,
    subnets: readonly string[],
    timeZone: string,
    createdAt: number,
  ],
  never
>(
  "sites.upsert",
  `insert into sites (tenant_id, id, name, company_id, subnets, time_zone, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (tenant_id, id) do update set company_id = excluded.company_id, subnets = excluded.subnets,
     time_zone = excluded.time_zone`,
);

/** The database refuses one that a scan, an asset or an identity finding still refers to. */
export const deleteSiteRows = statement<readonly [tenantId: string, ids: readonly string[]], never>(
  "sites.delete",
  "delete from sites where tenant_id = $1 and id = any($2::uuid[])",
);

/** Gives one another name, which must be free. */
export const renameSite = statement<readonly [tenantId: string, id: string, name: string], never>(
  "sites.rename",
  "update sites set name = $3 where tenant_id = $1 and id = $2",
);
