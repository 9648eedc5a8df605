import { isId } from "#lib/ids";
import { listCompanies } from "#platform/companies";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Role } from "#platform/members";

/** What somebody shall be in a tenant. */
export interface Place {
  role: Role;
  /** Only what belongs to these may be seen; `null`: all of the tenant. */
  companyIds: readonly string[] | null;
}

/** @throws Problem `invalid_request` when companies are named that there are not, or for a role that sees all. */
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
  const known = new Set((await listCompanies(tx, tenantId)).map(({ id }) => id));
  if (!companyIds.every((id) => isId(id) && known.has(id))) {
    throw new Problem("invalid_request", "One of the companies does not exist any more.");
  }
}
