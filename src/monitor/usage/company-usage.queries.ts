import { type Queryable, statement } from "#platform/db";
import type { CompanyUsage } from "./company-usage.ts";

/** What each company uses of the plan, counted as `findUsage` counts the whole; companies without sensors among them. */
export async function listCompanyUsage(
  db: Queryable,
  tenantId: string,
  companyIds: readonly string[] | null,
): Promise<Omit<CompanyUsage, "total">[]> {
  return db.run(companiesStatement, [tenantId, companyIds]);
}

const companiesStatement = statement<
  readonly [tenantId: string, companyIds: readonly string[] | null],
  Omit<CompanyUsage, "total">
>(
  "usage.by-company",
  `with parts as (
     select sensor_id, count(*) filter (where kind = 'interface') as interfaces,
       count(*) filter (where kind <> 'interface') as host, bool_or(kind = 'storage') as has_storage
     from sensor_parts where tenant_id = $1 group by sensor_id),
   used as (
     select s.company_id, count(*) as sensors, count(*) filter (where s.type <> 'snmp') as base,
       sum(coalesce(p.interfaces, 0)) as interfaces,
       sum(coalesce(p.host, 0) + case
         when s.type = 'snmp' and 'storage' = any(s.host) and p.has_storage is not true then 1 else 0 end) as host
     from sensors s left join parts p on p.sensor_id = s.id
     where s.tenant_id = $1 and ($2::uuid[] is null or s.company_id = any($2))
     group by s.company_id)
   select coalesce(c.id, u.company_id) as "companyId", c.name as "companyName", coalesce(u.sensors, 0)::int as sensors,
     coalesce(u.base, 0)::int as "baseSensors", coalesce(u.interfaces, 0)::int as "interfaceSensors",
     coalesce(u.host, 0)::int as "hostSensors"
   from (select id, name from companies where tenant_id = $1 and ($2::uuid[] is null or id = any($2))) as c
   full join used u on u.company_id = c.id
   order by lower(c.name) nulls last, c.id`,
);

/** What the plan allows. */
export const findLimit = statement<readonly [tenantId: string], { limit: number }>(
  "usage.limit",
  `select sensor_limit as "limit" from tenants where id = $1`,
);
