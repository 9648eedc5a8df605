import { type Queryable, statement } from "#platform/db";
import type { Sighting } from "#platform/remote-parts";

/**
 * Notes when collectors were last heard of. Rows that a longer transaction holds (a change of many sensors) are left out
 * rather than waited for: one of them must not make the others look silent.
 *
 * @returns the ids that were noted.
 */
export async function updateLastSeen(
  system: Queryable,
  sightings: readonly Sighting[],
): Promise<string[]> {
  const rows = await system.run(lastSeenStatement, [
    sightings.map((one) => one.tenantId),
    sightings.map((one) => one.id),
    sightings.map((one) => one.seenAt),
    sightings.map((one) => one.health),
  ]);
  return rows.map((row) => row.id);
}

const lastSeenStatement = statement<
  readonly [
    tenantIds: readonly string[],
    ids: readonly string[],
    seenAt: readonly number[],
    health: readonly (string | null)[],
  ],
  { id: string }
>(
  "collectors.update_last_seen",
  `with seen as (
     select s.tenant_id, s.id, s.seen_at, s.health
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) as s (tenant_id, id, seen_at, health)
     join collectors c on c.tenant_id = s.tenant_id and c.id = s.id
     for no key update of c skip locked
   )
   update collectors c
   set last_seen_at = greatest(c.last_seen_at, seen.seen_at), health = coalesce(seen.health::jsonb, c.health)
   from seen where c.tenant_id = seen.tenant_id and c.id = seen.id
   returning c.id`,
);
