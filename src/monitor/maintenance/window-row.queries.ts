import { type Queryable, statement } from "#platform/db";

interface Named {
  id: string;
  name: string;
}

/** What a window names, as it is called; what is gone is left out. */
export interface WindowNames {
  id: string;
  sensors: Named[];
  companies: Named[];
}

/**
 * The windows that somebody may see, with what they name. One who is limited to companies sees those that are about
 * nothing else: the names in the others are not theirs to know.
 */
export async function listWindowNames(
  db: Queryable,
  tenantId: string,
  companyIds: readonly string[] | null,
): Promise<WindowNames[]> {
  return db.run(namesStatement, [tenantId, companyIds]);
}

const namesStatement = statement<
  readonly [tenantId: string, companyIds: readonly string[] | null],
  WindowNames
>(
  "maintenance.names",
  `select w.id,
     coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name)) from sensors s
       where s.tenant_id = $1 and s.id = any(w.sensor_ids)), '[]') as sensors,
     coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name)) from companies c
       where c.tenant_id = $1 and c.id = any(w.company_ids)), '[]') as companies
   from maintenance_windows w
   where w.tenant_id = $1 and ($2::uuid[] is null or (
     cardinality(w.company_ids) + cardinality(w.sensor_ids) > 0 and w.company_ids <@ $2::uuid[]
     and not exists (select from unnest(w.sensor_ids) as named (id) where not exists (
       select from sensors s where s.tenant_id = $1 and s.id = named.id and s.company_id = any($2::uuid[])))))`,
);
