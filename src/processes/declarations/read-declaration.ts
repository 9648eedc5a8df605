import { isId } from "#lib/ids";
import { Problem } from "#platform/errors";
import { findTenant } from "#platform/tenants";
import { type Declarer, noSuchItem } from "./declare-item.ts";
import { findDeclaredName } from "./list-declared-names.ts";
import type { DeclarationList } from "./list.ts";
import { readExisting } from "./with-existing.ts";
import { type DeclaredItem, idsOf, writeItem } from "./written-item.ts";

/**
 * One item as it would stand in a configuration file.
 *
 * @param declarer one who sees some companies only finds nothing else.
 * @throws Problem `not_found`.
 */
export async function readDeclaration(
  declarer: Declarer,
  list: DeclarationList,
  id: string,
): Promise<DeclaredItem> {
  const { database, tenantId, companyIds } = declarer;
  const db = database.forTenant(tenantId);
  const seen =
    isId(id) && (await findDeclaredName(db, tenantId, list, { id, companyIds })) !== null;
  if (!seen) throw noSuchItem(list);
  const existing = await readExisting(declarer);
  const name = [...idsOf(list, existing)].find(([, each]) => each === id)?.[0];
  if (name === undefined) throw noSuchItem(list);
  const written = writeItem(list, existing, name);
  const parent = list === "sensors" ? written.item["parent"] : undefined;
  if (companyIds === null || typeof parent !== "string") return { id, ...written };
  const parentId = idsOf(list, existing).get(parent);
  const isSeen =
    parentId !== undefined &&
    (await findDeclaredName(db, tenantId, list, { id: parentId, companyIds })) !== null;
  if (isSeen) return { id, ...written };
  // What another company's switch is called is not theirs to know.
  const { parent: _hidden, ...item } = written.item;
  return { id, ...written, item };
}

/** What the tenant may have. */
export async function readPlan({ database, tenantId }: Declarer): Promise<{ sensorLimit: number }> {
  const tenant = await findTenant(database.forTenant(tenantId), tenantId);
  if (tenant === null) throw new Problem("not_found", "The tenant is gone.");
  return { sensorLimit: tenant.sensorLimit };
}
