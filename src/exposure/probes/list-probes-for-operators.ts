import type { Context } from "#platform/context";
import { listProbeRows } from "./probe.queries.ts";
import type { Probe } from "./probe.ts";

/** All that is known of the tenant's probes, by name, disabled ones included. */
export async function listProbesForOperators(context: Context): Promise<Probe[]> {
  const { tenantId, database } = context;
  return listProbeRows(database.forTenant(tenantId), tenantId);
}
