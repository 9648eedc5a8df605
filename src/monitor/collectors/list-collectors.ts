import type { Context } from "#platform/context";
import { listCollectorRows } from "./collector.queries.ts";
import type { Collector } from "./collector.ts";

/** The tenant's collectors by name, revoked ones included. */
export async function listCollectors(context: Context): Promise<Collector[]> {
  const { tenantId, database } = context;
  return listCollectorRows(database.forTenant(tenantId), tenantId);
}
