import type { Context } from "#platform/context";
import { listAgentOverviews } from "./agent-list.queries.ts";
import type { AgentOverview } from "./agent-overview.ts";
import { onlineForMs } from "./agent.ts";

/** All that is known of the tenant's agents but for the single facts, by name, revoked ones included. */
export async function listAgentsForOperators(context: Context): Promise<AgentOverview[]> {
  const { tenantId, database } = context;
  const onlineSince = context.now() - onlineForMs;
  return listAgentOverviews(database.forTenant(tenantId), tenantId, onlineSince);
}
