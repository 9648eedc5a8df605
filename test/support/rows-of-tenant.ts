import { withClient } from "#platform/db";
import type { EmptyDatabase } from "#test/database";

/** Every row of a tenant, table by table, as text: to see whether anything of it changed. */
export async function rowsOfTenant(
  { admin }: Pick<EmptyDatabase, "admin">,
  tenantId: string,
): Promise<Record<string, string[]>> {
  return withClient(admin, undefined, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where a.attname = 'tenant_id' and c.relkind in ('r', 'p') and not c.relispartition
         and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where tenant_id = $1 order by 1`,
        [tenantId],
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}
