import { type Queryable, statement } from "#platform/db";
import type { Sighting } from "#platform/remote-parts";

/** That an agent was heard of, for those who want to know it, too. */
export interface AgentSighting {
  tenantId: string;
  agentId: string;
  version: string;
  /** Unix epoch milliseconds. */
  seenAt: number;
}

/**
 * Notes when agents were last heard of, and what they said of themselves. Rows that a longer transaction holds are left out
 * rather than waited for: one of them must not make the others look silent.
 *
 * @returns those that were noted.
 */
export async function updateLastSeen(
  system: Queryable,
  sightings: readonly Sighting[],
): Promise<AgentSighting[]> {
  return system.run(lastSeenStatement, [
    sightings.map((one) => one.tenantId),
    sightings.map((one) => one.id),
    sightings.map((one) => one.seenAt),
    sightings.map((one) => one.health),
  ]);
}

const lastSeenStatement = statement<
  readonly [
    tenantIds: readonly string[],
    ids: readonly string[],
    seenAt: readonly number[],
    said: readonly (string | null)[],
  ],
  AgentSighting
>(
  "agents.update_last_seen",
  `with seen as (
     select s.tenant_id, s.id, s.seen_at, s.said::jsonb as said
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) as s (tenant_id, id, seen_at, said)
     join agents a on a.tenant_id = s.tenant_id and a.id = s.id
     for no key update of a skip locked
   )
   update agents a
   set last_seen_at = greatest(a.last_seen_at, seen.seen_at),
     version = coalesce(seen.said ->> 'version', a.version),
     hostname = coalesce(seen.said ->> 'hostname', a.hostname),
     health = coalesce(seen.said -> 'health', a.health)
   from seen where a.tenant_id = seen.tenant_id and a.id = seen.id
   returning a.tenant_id as "tenantId", a.id as "agentId", coalesce(a.version, '') as version,
     a.last_seen_at as "seenAt"`,
);
