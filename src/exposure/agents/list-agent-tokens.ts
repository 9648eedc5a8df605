import type { Context } from "#platform/context";
import { listUsableTokens } from "./agent-token.queries.ts";
import type { AgentToken } from "./agent-token.ts";

/** The tenant's enrolment tokens that still work, oldest first. The secrets are nowhere. */
export async function listAgentTokens(context: Context): Promise<AgentToken[]> {
  const { tenantId, database } = context;
  return listUsableTokens(database.forTenant(tenantId), tenantId, context.now());
}
