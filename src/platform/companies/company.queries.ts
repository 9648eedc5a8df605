import { type Queryable, statement } from "#platform/db";
import type { Company } from "./company.ts";

/** All companies of a tenant, by name. */
export async function listCompanies(db: Queryable, tenantId: string): Promise<Company[]> {
  return db.run(allStatement, [tenantId]);
}

const allStatement = statement<readonly [tenantId: string], Company>(
  "companies.all",
  `select id, name, created_at as "createdAt" from companies where tenant_id = $1 order by name, id`,
);

/** Adds companies, each under the id that the caller chose. */
export async function insertCompanies(
  tx: Queryable,
  tenantId: string,
  companies: readonly Company[],
): Promise<void> {
  await tx.run(insertStatement, [
    tenantId,
    companies.map((company) => company.id),
    companies.map((company) => company.name),
    companies.map((company) => company.createdAt),
  ]);
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    ids: readonly string[],
    names: readonly string[],
    createdAts: readonly number[],
  ],
  never
>(
  "companies.insert",
  `insert into companies (tenant_id, id, name, created_at)
   select $1::uuid, fresh.id, fresh.name, fresh.created_at
   from unnest($2::uuid[], $3::text[], $4::bigint[]) as fresh (id, name, created_at)`,
);

/**
 * Which of these companies there are; they stay until the transaction ends, for whom it limits to them. One that is being
 * deleted is waited for.
 */
export async function keepCompanies(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const kept = await tx.run(keepStatement, [tenantId, ids]);
  return new Set(kept.map(({ id }) => id));
}

/** Lets nobody be limited to these companies until the transaction ends; who is just being limited is waited for. */
export async function lockCompanies(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(lockStatement, [tenantId, ids]);
}

type Chosen = readonly [tenantId: string, ids: readonly string[]];
// Both in one order: two that want the same ones do not lock each other out.
const chosen = "select id from companies where tenant_id = $1 and id = any($2::uuid[]) order by id";
const keepStatement = statement<Chosen, { id: string }>(
  "companies.keep",
  `${chosen} for key share`,
);
const lockStatement = statement<Chosen, { id: string }>("companies.lock", `${chosen} for update`);

/** The database refuses one that a sensor is still placed under. */
export async function deleteCompanies(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(deleteStatement, [tenantId, ids]);
}

const deleteStatement = statement<readonly [tenantId: string, ids: readonly string[]], never>(
  "companies.delete",
  `delete from companies where tenant_id = $1 and id = any($2::uuid[])`,
);

/** Gives one another name, which must be free. */
export const renameCompany = statement<
  readonly [tenantId: string, id: string, name: string],
  never
>("companies.rename", "update companies set name = $3 where tenant_id = $1 and id = $2");
