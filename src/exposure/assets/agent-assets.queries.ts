import { type Queryable, statement } from "#platform/db";

/** That an agent was heard of. */
export interface AgentSighting {
  readonly tenantId: string;
  readonly agentId: string;
  /** Of its program; `null`: it said nothing of it this time. */
  readonly version: string | null;
  readonly seenAt: number;
}

const sightings = statement<
  [
    tenantIds: readonly string[],
    agentIds: readonly string[],
    versions: readonly (string | null)[],
    seenAt: readonly number[],
  ],
  never
>(
  "assets.agent_sightings",
  `with free as (
     select a.tenant_id, a.id, v.version, v.seen_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) as v (tenant_id, agent_id, version, seen_at)
       join assets a on a.tenant_id = v.tenant_id and a.agent_id = v.agent_id
     for no key update of a skip locked)
   update assets as a set agent_version = coalesce(f.version, a.agent_version),
     agent_last_seen_at = greatest(a.agent_last_seen_at, f.seen_at)
   from free f where a.tenant_id = f.tenant_id and a.id = f.id`,
);

/**
 * Notes on their assets which agents were heard of. Those that are on none are passed over, and so are assets that somebody
 * is changing: nobody waits for a note that comes again within a minute.
 */
export async function updateAgentSightings(
  system: Queryable,
  rows: readonly AgentSighting[],
): Promise<void> {
  if (rows.length === 0) return;
  await system.run(sightings, [
    rows.map(({ tenantId }) => tenantId),
    rows.map(({ agentId }) => agentId),
    rows.map(({ version }) => version),
    rows.map(({ seenAt }) => seenAt),
  ]);
}

/** An agent has left: the asset is as if none had been there. */
export const clearAgent = statement<[tenantId: string, agentId: string], never>(
  "assets.clear_agent",
  `update assets set agent_id = null, agent_version = null, agent_last_seen_at = null
   where tenant_id = $1 and agent_id = $2`,
);

/** Where the operator says that the host of an agent belongs. */
export const placeAsset = statement<
  [tenantId: string, id: string, siteId: string | null, tags: readonly string[]],
  never
>(
  "assets.place",
  `update assets as a set site_id = $3, tags = $4,
     company_id = coalesce((select s.company_id from sites s where s.tenant_id = $1 and s.id = $3), a.company_id)
   where a.tenant_id = $1 and a.id = $2 and (a.site_id, a.tags) is distinct from ($3::uuid, $4::text[])`,
);
