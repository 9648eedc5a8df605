import { type Queryable, statement } from "#platform/db";
import type { Sighting } from "#platform/remote-parts";

/**
 * Notes when probes were last heard of, and what they said of themselves. Rows that a longer transaction holds are left
 * out rather than waited for: one of them must not make the others look silent.
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
    said: readonly (string | null)[],
  ],
  { id: string }
>(
  "probes.update_last_seen",
  `with seen as (
     select s.tenant_id, s.id, s.seen_at, s.said::jsonb as said
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) as s (tenant_id, id, seen_at, said)
     join probes p on p.tenant_id = s.tenant_id and p.id = s.id
     for no key update of p skip locked
   )
   update probes p
   set last_seen_at = greatest(p.last_seen_at, seen.seen_at),
     version = coalesce(seen.said ->> 'version', p.version),
     hostname = coalesce(seen.said ->> 'hostname', p.hostname),
     health = coalesce(seen.said -> 'health', p.health)
   from seen where p.tenant_id = seen.tenant_id and p.id = seen.id
   returning p.id`,
);
