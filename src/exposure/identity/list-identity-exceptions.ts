import type { Context } from "#platform/context";
import {
  type IdentityExceptionOverview,
  listAllIdentityExceptions,
} from "./identity-exception.queries.ts";

/** How it is with an exception: it holds, its time is over, or somebody ended it. */
export type IdentityExceptionState = "holds" | "expired" | "ended";

/** An exception of identity findings, as lists show it. */
export interface ListedIdentityException extends IdentityExceptionOverview {
  readonly state: IdentityExceptionState;
}

/** The tenant's exceptions of identity findings, past ones included, the newest first. */
export async function listIdentityExceptions({
  database,
  tenantId,
  now,
}: Pick<Context, "database" | "tenantId" | "now">): Promise<ListedIdentityException[]> {
  const at = now();
  const all = await database.forTenant(tenantId).run(listAllIdentityExceptions, [tenantId]);
  return all.map((one) => ({ ...one, state: stateOf(one, at) }));
}

function stateOf(
  { endedBy, expiresAt }: IdentityExceptionOverview,
  now: number,
): IdentityExceptionState {
  if (endedBy !== null) return "ended";
  return expiresAt !== null && expiresAt <= now ? "expired" : "holds";
}
