import { type Queryable, statement } from "#platform/db";
import { type AgentRow, agentNewsChannel } from "./agent.ts";

const columns = `id, name, status, hostname, version, site_id as "siteId", tags, enrolled_at as "enrolledAt",
  last_seen_at as "lastSeenAt", inventory_revision as "inventoryRevision", inventory, asset_id as "assetId"`;

/** One agent, locked for a change; `null` when the tenant has none of that id. */
export async function lockAgent(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<AgentRow | null> {
  const [row] = await tx.run(lockStatement, [tenantId, id]);
  return row ?? null;
}

const lockStatement = statement<readonly [tenantId: string, id: string], AgentRow>(
  "agents.lock",
  `select ${columns} from agents where tenant_id = $1 and id = $2 for no key update`,
);

/** Those of the tenant's agents, revoked ones included, in the order of their ids. */
export async function findAgentRows(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<AgentRow[]> {
  return tx.run(findStatement, [tenantId, ids]);
}

const findStatement = statement<readonly [tenantId: string, ids: readonly string[]], AgentRow>(
  "agents.find",
  `select ${columns} from agents where tenant_id = $1 and id = any($2::uuid[]) order by id`,
);

/** Where operators say that the hosts of agents belong, by agent: of those that belong to a site. */
export async function findAgentSites(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await tx.run(sitesStatement, [tenantId, ids]);
  return new Map(rows.map(({ id, siteId }) => [id, siteId]));
}

const sitesStatement = statement<
  readonly [tenantId: string, ids: readonly string[]],
  { id: string; siteId: string }
>(
  "agents.find_sites",
  `select id, site_id as "siteId" from agents where tenant_id = $1 and id = any($2::uuid[]) and site_id is not null`,
);

/** The credential is gone for good: its program never comes back as this agent. */
export const updateRevoked = statement<
  readonly [tenantId: string, id: string, revokedAt: number],
  never
>(
  "agents.update_revoked",
  `update agents set status = 'revoked', credential_hash = null, revoked_at = $3
   where tenant_id = $1 and id = $2`,
);

export const updateName = statement<readonly [tenantId: string, id: string, name: string], never>(
  "agents.update_name",
  "update agents set name = $3 where tenant_id = $1 and id = $2",
);

/** Deletes agents with their packages and jobs. What their runs found stays. */
export const deleteAgentRows = statement<
  readonly [tenantId: string, ids: readonly string[]],
  never
>("agents.delete", "delete from agents where tenant_id = $1 and id = any($2::uuid[])");

export const updatePlace = statement<
  readonly [tenantId: string, id: string, siteId: string | null, tags: readonly string[]],
  never
>(
  "agents.update_place",
  "update agents set site_id = $3, tags = $4 where tenant_id = $1 and id = $2",
);

/** Reaches every server that holds a check-in of one of the agents, when (and only if) the transaction commits. */
export async function notifyAgents(tx: Queryable, ids: Iterable<string>): Promise<void> {
  await tx.run(notifyStatement, [agentNewsChannel, [...ids]]);
}

const notifyStatement = statement<readonly [channel: string, ids: readonly string[]], never>(
  "agents.notify",
  "select pg_notify($1, id) from unnest($2::text[]) as id",
);
