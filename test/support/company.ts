import { newId } from "#lib/ids";
import { type Database, statement } from "#platform/db";

const insertCompany = statement<[tenantId: string, id: string, name: string], never>(
  "test.company",
  "insert into companies (tenant_id, id, name, created_at) values ($1, $2, $3, 0)",
);

/** Makes a company of a tenant. @returns its id. */
export async function seedCompany(database: Database, tenantId: string): Promise<string> {
  const id = newId();
  await database.forTenant(tenantId).run(insertCompany, [tenantId, id, `company ${id}`]);
  return id;
}
