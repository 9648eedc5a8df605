import type { AuditedHost } from "#engines/scap-types";
import { type Queryable, statement } from "#platform/db";
import { type KnownHost, shortName } from "./match-host.ts";

/**
 * Hosts that share a name, MAC address or address with the given one.
 *
 * @param siteId only hosts of this site, and those of none; `null`: wherever they are.
 */
export async function listHostsLike(
  db: Queryable,
  tenantId: string,
  { hostname, fqdn, macs, addresses }: AuditedHost,
  siteId: string | null,
): Promise<KnownHost[]> {
  const said = [hostname, fqdn].filter((name) => name !== null);
  const names = [...new Set([...said, ...said.map(shortName)])];
  return db.run(likeStatement, [tenantId, names, macs, addresses, siteId]);
}

// Files are imported by hand and now and then: it may look at every asset.
const likeStatement = statement<
  readonly [
    tenantId: string,
    names: readonly string[],
    macs: readonly string[],
    addresses: readonly string[],
    siteId: string | null,
  ],
  KnownHost
>(
  "audits.hosts-like",
  `select a.id as "assetId", a.site_id as "siteId", g.id as "agentId", n.names, a.mac_address as mac, host(a.ip) as address
   from assets a
   left join agents g on g.tenant_id = a.tenant_id and g.id = a.agent_id
   cross join lateral (
     select array_agg(distinct lower(name)) as names
     from unnest(a.hostnames || array[a.hostname, g.hostname, g.name]) as name where name is not null) as said
   cross join lateral (select coalesce(said.names, '{}') as names) as n
   where a.tenant_id = $1 and ($5::uuid is null or a.site_id is null or a.site_id = $5)
     and (n.names && $2::text[] or exists (select from unnest(n.names) as name where split_part(name, '.', 1) = any($2))
       or a.mac_address = any($3::text[]) or host(a.ip) = any($4::text[]))
   order by a.id limit 1000`,
);

/** A host as it is known, by its asset. `null`: the tenant has none of that id. */
export async function findKnownHost(
  db: Queryable,
  tenantId: string,
  assetId: string,
): Promise<KnownHost | null> {
  const [row] = await db.run(knownStatement, [tenantId, assetId]);
  return row ?? null;
}

const knownStatement = statement<readonly [tenantId: string, assetId: string], KnownHost>(
  "audits.known-host",
  `select a.id as "assetId", a.site_id as "siteId", a.agent_id as "agentId", a.hostnames as names, a.mac_address as mac,
     host(a.ip) as address
   from assets a where a.tenant_id = $1 and a.id = $2`,
);
