import type { Context } from "#platform/context";
import { type ExceptionOverview, listAllExceptions } from "./exception.queries.ts";

/** How it is with an exception: it holds, its time is over, or somebody ended it. */
export type ExceptionState = "holds" | "expired" | "ended";

/**
 * The tenant's exceptions, past ones included, the newest first.
 *
 * @param companyIds only those for assets or sites of these companies; `null`: all.
 */
export async function listExceptions(
  { database, tenantId, now }: Pick<Context, "database" | "tenantId" | "now">,
  companyIds: readonly string[] | null = null,
): Promise<(ExceptionOverview & { state: ExceptionState })[]> {
  const at = now();
  const all = await listAllExceptions(database.forTenant(tenantId), tenantId, companyIds);
  return all.map((one) => ({ ...one, state: stateOf(one, at) }));
}

function stateOf({ endedAt, expiresAt }: ExceptionOverview, now: number): ExceptionState {
  if (endedAt !== null) return "ended";
  return expiresAt !== null && expiresAt <= now ? "expired" : "holds";
}
