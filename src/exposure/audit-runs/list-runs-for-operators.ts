import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type RunOverview, findIdsByName, listRunOverviews } from "./operator-run-list.queries.ts";

/**
 * The newest runs of a tenant.
 *
 * @param wanted.agent only those of the host of the agent with this name; `null`: of all.
 * @param wanted.audit only those of the audit with this name; `null`: of all, and imported ones.
 * @throws Problem `not_found` when there is no such agent or audit.
 */
export async function listRunsForOperators(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  wanted: { agent: string | null; audit: string | null; limit: number },
): Promise<RunOverview[]> {
  const db = database.forTenant(tenantId);
  const ids = await findIdsByName(db, tenantId, wanted);
  mustBeThere("agent", wanted.agent, ids.agentId);
  mustBeThere("audit", wanted.audit, ids.auditId);
  return listRunOverviews(db, tenantId, { ...ids, limit: wanted.limit });
}

function mustBeThere(what: string, name: string | null, id: string | null): void {
  if (name === null || id !== null) return;
  throw new Problem("not_found", `There is no ${what} named ${JSON.stringify(name)}.`);
}
