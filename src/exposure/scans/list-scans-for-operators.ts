import type { Context } from "#platform/context";
import { type ScanOverview, listScanOverviews } from "./scan.queries.ts";

/** All that is known of the tenant's scans, by name. */
export async function listScansForOperators(context: Context): Promise<ScanOverview[]> {
  const { tenantId, database } = context;
  return listScanOverviews(database.forTenant(tenantId), tenantId);
}
