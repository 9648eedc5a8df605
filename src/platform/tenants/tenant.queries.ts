import { type Queryable, statement } from "#platform/db";
import { type Tenant, tenantsChannel } from "./tenant.ts";

const columns = `id, name, sensor_limit as "sensorLimit", created_at as "createdAt"`;

/** The tenant of that name, or `null`. */
export async function findTenantByName(db: Queryable, name: string): Promise<Tenant | null> {
  const [tenant] = await db.run(byNameStatement, [name]);
  return tenant ?? null;
}

const byNameStatement = statement<readonly [name: string], Tenant>(
  "tenants.by-name",
  `select ${columns} from tenants where name = $1`,
);

/** The tenant of that id, or `null`. */
export async function findTenant(db: Queryable, id: string): Promise<Tenant | null> {
  const [tenant] = await db.run(byIdStatement, [id]);
  return tenant ?? null;
}

const byIdStatement = statement<readonly [id: string], Tenant>(
  "tenants.by-id",
  `select ${columns} from tenants where id = $1`,
);

/** All tenants of the installation, by name. */
export async function listTenants(db: Queryable): Promise<Tenant[]> {
  return db.run(allStatement, []);
}

const allStatement = statement<readonly [], Tenant>(
  "tenants.all",
  `select ${columns} from tenants order by name, id`,
);

/** Adds the row and, when the transaction commits, tells running servers. False when the name is taken. */
export async function insertTenant(tx: Queryable, tenant: Tenant): Promise<boolean> {
  const { id, name, sensorLimit, createdAt } = tenant;
  const inserted = await tx.run(insertStatement, [id, name, sensorLimit, createdAt]);
  if (inserted.length === 0) return false;
  await tx.run(notifyStatement, [tenantsChannel, id]);
  return true;
}

const insertStatement = statement<
  readonly [id: string, name: string, sensorLimit: number, createdAt: number],
  { id: string }
>(
  "tenants.insert",
  `insert into tenants (id, name, sensor_limit, created_at) values ($1, $2, $3, $4)
   on conflict (name) do nothing returning id`,
);

const notifyStatement = statement<readonly [channel: string, tenantId: string], never>(
  "tenants.notify",
  `select pg_notify($1, $2)`,
);

/** Returns what the limit was before, so that the audit log can say so; `null` when there is no such tenant. */
export async function updateSensorLimit(
  tx: Queryable,
  tenantId: string,
  sensorLimit: number,
): Promise<number | null> {
  const [changed] = await tx.run(limitStatement, [tenantId, sensorLimit]);
  return changed?.before ?? null;
}

const limitStatement = statement<readonly [id: string, sensorLimit: number], { before: number }>(
  "tenants.update-sensor-limit",
  `with old as (select id, sensor_limit from tenants where id = $1 for update)
   update tenants t set sensor_limit = $2 from old where t.id = old.id
   returning old.sensor_limit as before`,
);
