import type { Queryable } from "#platform/db";
import type { TableQuery } from "#platform/pagination";
import { type DeclaredName, nameTables } from "./declared-name.queries.ts";
import type { DeclarationList } from "./list.ts";

/** Names of a list to choose from, as far as somebody sees it. */
export async function listDeclaredNames(
  db: Queryable,
  tenantId: string,
  list: DeclarationList,
  wanted: {
    table: TableQuery<"name">;
    search: string | null;
    companyIds: readonly string[] | null;
  },
): Promise<{ total: number; items: DeclaredName[] }> {
  const { table, search, companyIds } = wanted;
  return nameTables[list].read(db, tenantId, table, [companyIds, search, null]);
}

/** The name of one thing of a list; `null`: it is not there, or not for this one to see. */
export async function findDeclaredName(
  db: Queryable,
  tenantId: string,
  list: DeclarationList,
  { id, companyIds }: { id: string; companyIds: readonly string[] | null },
): Promise<string | null> {
  const one = { sort: "name", descending: false, limit: 1, offset: 0 } as const;
  const { items } = await nameTables[list].read(db, tenantId, one, [companyIds, null, id]);
  return items[0]?.name ?? null;
}
