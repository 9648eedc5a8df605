import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { findAgentDetail, findSomeNames } from "./agent-list.queries.ts";
import type { AgentDetail } from "./agent-overview.ts";
import { onlineForMs } from "./agent.ts";

/** Names of more agents than this help nobody. */
const shownNames = 20;

/**
 * All that is known of one agent but for the packages of its host.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function readAgent(context: Context, nameOrId: string): Promise<AgentDetail> {
  const { tenantId, database } = context;
  const db = database.forTenant(tenantId);
  const agent = await findAgentDetail(db, tenantId, context.now() - onlineForMs, nameOrId);
  if (agent !== null) return agent;
  const names = await findSomeNames(db, tenantId, shownNames);
  const there =
    names.length === 0
      ? "there is none; vedette agent token says how one comes"
      : `there are ${names.join(", ")}`;
  const what = `There is no agent named ${JSON.stringify(nameOrId)}: ${there}.`;
  throw new Problem("not_found", what);
}
