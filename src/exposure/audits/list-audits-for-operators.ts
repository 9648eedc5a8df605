import type { Context } from "#platform/context";
import { type AuditOverview, listAuditOverviews } from "./audit.queries.ts";

/** All that is known of the tenant's audits, by name. */
export async function listAuditsForOperators(context: Context): Promise<AuditOverview[]> {
  const { tenantId, database } = context;
  return listAuditOverviews(database.forTenant(tenantId), tenantId, null);
}
