import type { Database } from "#platform/db";
import { deleteAgentRows } from "./agent.queries.ts";
import { listAgentsGone } from "./forgotten-agent.queries.ts";

/** Agents that one transaction deletes, with some 2,000 packages each. */
const agentsAtOnce = 100;

/**
 * Deletes a tenant's agents that were revoked before a time and of which neither a run nor an ARF is kept. Interrupted, it
 * goes on the next time.
 *
 * @param before Unix epoch milliseconds.
 * @returns how many.
 */
export async function forgetAgentsGone(
  database: Database,
  tenantId: string,
  before: number,
): Promise<number> {
  const db = database.forTenant(tenantId);
  let agents = 0;
  for (let deleted = agentsAtOnce; deleted === agentsAtOnce; agents += deleted) {
    const gone = await listAgentsGone(db, tenantId, before, agentsAtOnce);
    await db.run(deleteAgentRows, [tenantId, gone]);
    deleted = gone.length;
  }
  return agents;
}
