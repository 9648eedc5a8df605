import { isId } from "#lib/ids";
import { keepCompanies } from "#platform/companies";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Role } from "#platform/members";

/** What somebody shall be in a tenant. */
export interface Place {
  role: Role;
  /** Only what belongs to these may be seen; `null`: all of the tenant. */
  companyIds: readonly string[] | null;
}

/**
 * The companies stay until the transaction ends: none is deleted while somebody is being limited to it.
 *
 * @throws Problem `invalid_request` when companies are named that there are not, or for a role that sees all.
 */
export async function checkPlace(
  tx: Queryable,
  tenantId: string,
  { role, companyIds }: Place,
): Promise<void> {
  if (companyIds === null) return;
  if (role !== "viewer") {
    throw new Problem("invalid_request", "Only viewers can be limited to some companies.");
  }
  if (companyIds.length === 0) {
    throw new Problem("invalid_request", "Choose one company at least, or none to show them all.");
  }
  const kept = companyIds.every(isId) ? await keepCompanies(tx, tenantId, companyIds) : new Set();
  if (!companyIds.every((id) => kept.has(id))) {
    throw new Problem("invalid_request", "One of the companies does not exist any more.");
  }
}
