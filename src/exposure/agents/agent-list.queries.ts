import { type Queryable, statement } from "#platform/db";
import type { AgentDetail, AgentOverview } from "./agent-overview.ts";

/**
 * What is told of an agent.
 *
 * @param onlineSince the place of the value: online are those that were seen then or later.
 */
export function overviewColumns(a: string, onlineSince: string): string {
  return `${a}.id, ${a}.name, ${a}.status,
  ${a}.status = 'active' and coalesce(${a}.last_seen_at >= ${onlineSince}::bigint, false) as online,
  ${a}.version, ${a}.hostname, ${a}.inventory #>> '{host,os,name}' as os, ${a}.site_id as "siteId", s.name as site, ${a}.tags,
  ${a}.enrolled_at as "enrolledAt", ${a}.last_seen_at as "lastSeenAt", ${a}.inventory_at as "inventoryAt",
  ${a}.package_count as packages,
  ${a}.coverage, ${a}.health ->> 'oscap' as oscap, (${a}.health ->> 'privileged')::boolean as privileged,
  coalesce((${a}.health ->> 'audits')::int, 0) as audits, coalesce((${a}.health ->> 'spooled')::bigint, 0) as spooled,
  coalesce(${a}.inventory -> 'blindSpots', '[]'::jsonb) as "blindSpots", ${a}.asset_id as "assetId"`;
}

/** Agents with their sites. */
export function agentOverviewRows(a: string): string {
  return `agents ${a} left join sites s on s.tenant_id = ${a}.tenant_id and s.id = ${a}.site_id`;
}

const overview = overviewColumns("a", "$2");
const rows = agentOverviewRows("a");

/** The tenant's agents by name. Online are those that were seen at `onlineSince` or later. */
export async function listAgentOverviews(
  db: Queryable,
  tenantId: string,
  onlineSince: number,
): Promise<AgentOverview[]> {
  return db.run(listStatement, [tenantId, onlineSince]);
}

const listStatement = statement<readonly [tenantId: string, onlineSince: number], AgentOverview>(
  "agents.list_for_operators",
  `select ${overview} from ${rows} where a.tenant_id = $1 order by a.name, a.id`,
);

/** One of them by its id or, unless an id reads the same, its name. */
export async function findAgentDetail(
  db: Queryable,
  tenantId: string,
  onlineSince: number,
  nameOrId: string,
): Promise<AgentDetail | null> {
  const [row] = await db.run(detailStatement, [tenantId, onlineSince, nameOrId]);
  return row ?? null;
}

const detailStatement = statement<
  readonly [tenantId: string, onlineSince: number, nameOrId: string],
  AgentDetail
>(
  "agents.find_detail",
  `select ${overview}, a.inventory -> 'host' as host, coalesce(a.inventory -> 'listeners', '[]'::jsonb) as listeners
   from ${rows} where a.tenant_id = $1 and (a.name = $3 or a.id::text = $3)
   order by a.id::text = $3 desc limit 1`,
);

/** Names of agents that are not revoked, for people who mistyped one. */
export async function findSomeNames(
  db: Queryable,
  tenantId: string,
  limit: number,
): Promise<string[]> {
  return (await db.run(someNamesStatement, [tenantId, limit])).map(({ name }) => name);
}

const someNamesStatement = statement<readonly [tenantId: string, limit: number], { name: string }>(
  "agents.find_some_names",
  "select name from agents where tenant_id = $1 and status = 'active' order by name limit $2",
);
