import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Queryable } from "#platform/db";
import { deleteCompanies, insertCompanies } from "./company.queries.ts";

/** A company by the id that it has, or that the caller chose for it. */
interface Named {
  id: string;
  name: string;
}

/** What is to be done to a tenant's companies. */
export interface CompanyChanges {
  /** Their names must be free. */
  create: readonly Named[];
  /** No sensor may be placed under them any more. */
  delete: readonly Named[];
}

/** Makes and deletes companies, with an audit row each, in the caller's transaction. */
export async function saveCompanies(
  tx: Queryable,
  context: Context,
  changes: CompanyChanges,
): Promise<void> {
  const createdAt = context.now();
  if (changes.delete.length > 0) {
    const ids = changes.delete.map((company) => company.id);
    await deleteCompanies(tx, context.tenantId, ids);
  }
  if (changes.create.length > 0) {
    const fresh = changes.create.map((company) => ({ ...company, createdAt }));
    await insertCompanies(tx, context.tenantId, fresh);
  }
  await insertAuditEntries(tx, context, [
    ...changes.delete.map((company) => entry("company.delete", company)),
    ...changes.create.map((company) => entry("company.create", company)),
  ]);
}

function entry(action: string, { id, name }: Named): AuditEntry {
  return { action, subjectKind: "company", subjectId: id, detail: { name } };
}
