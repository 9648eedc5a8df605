/** Rows of many hosts with agents, for benches that need them to be there already. */
import { type Database, statement } from "#platform/db";
import { hostFacts } from "#test/agent-fixture";

/** Two fifths as many source packages as binary ones, as on a Debian host. */
export function sourcesOf(packages: number): number {
  return Math.ceil((packages * 2) / 5);
}

const insertTracker = statement<[sources: number, vulnerable: number], never>(
  "bench.tracker.insert",
  `insert into debian_entries (package, cve, release, status, fixed_version, urgency, nodsa, repositories)
   select format('source-%s', s), format('CVE-2026-%s', 10000 + s * 20 + c), release, 'resolved',
     case when s < $2 and c < 2 then '1.2.3-1+deb12u2' else '1.2.3-1' end, 'not yet assigned', null, '{1.2.3-1+deb12u2}'
   from generate_series(0, $1 - 1) as s, generate_series(0, 19) as c, unnest('{bookworm,trixie,sid}'::text[]) as release`,
);

const bump = statement<[], never>(
  "bench.tracker.bump",
  "update feeds set revision = revision + 1, imported_at = 1 where name = 'debian'",
);

/**
 * Debian's tracker as it would speak of {@link insertHosts}: 20 vulnerabilities of every source package, of which 2 are
 * open in the first `vulnerable` ones.
 */
export async function insertDebianTracker(
  database: Database,
  sources: number,
  vulnerable: number,
): Promise<void> {
  await database.system.run(insertTracker, [sources, vulnerable]);
  await bumpDebianTracker(database);
}

/** The feed has changed, although nothing in it did. */
export async function bumpDebianTracker(database: Database): Promise<void> {
  await database.system.run(bump, []);
}

const analyze = statement<[], never>("bench.analyze", "analyze");

/** Up-to-date statistics, as autovacuum would gather them in a while. */
export async function analyzeAll(database: Database): Promise<void> {
  await database.system.run(analyze, []);
}

const insertAssets = statement<
  [tenantId: string, from: number, to: number, inventory: string, at: number],
  never
>(
  "bench.hosts.insert",
  `with hosts as (
     insert into assets (tenant_id, id, ip, hostname, os, platform, agent_id, agent_version, agent_last_seen_at,
       first_seen_at, last_seen_at)
     select $1, gen_random_uuid(), '10.0.0.0'::inet + i, format('host-%s', i), 'Debian GNU/Linux 12 (bookworm)', 'linux',
       gen_random_uuid(), 'bench', $5::bigint, $5::bigint, $5::bigint
     from generate_series($2::int, $3::int) as i
     returning id, agent_id, hostname, ip
   )
   insert into agents (tenant_id, id, name, hostname, enrolled_at, last_seen_at, asset_id, inventory_revision, inventory_at,
     inventory)
   select $1, agent_id, hostname, hostname, $5, $5, id, repeat('0', 64), $5, jsonb_set(jsonb_set($4::jsonb,
     '{host,hostname}', to_jsonb(hostname)), '{host,primaryAddress}', to_jsonb(host(ip)))
   from hosts`,
);

const insertPackages = statement<[tenantId: string, packages: number], never>(
  "bench.packages.insert",
  `with counted as (
     update agents set package_count = $2 where tenant_id = $1)
   insert into installed_packages (tenant_id, agent_id, name, arch, version, source, source_version)
   select g.tenant_id, g.id, format('package-%s', p), 'amd64', '1.2.3-1+deb12u1', format('source-%s', p * 2 / 5),
     '1.2.3-1+deb12u1'
   from agents g, generate_series(0, $2 - 1) as p
   where g.tenant_id = $1 and not exists (
     select from installed_packages i where i.tenant_id = g.tenant_id and i.agent_id = g.id)`,
);

/** Rows that one statement writes: it must end within the time that statements have. */
const hostsAtOnce = 100;

/** Hosts with Debian 12 and an agent, each with so many packages that were not matched with the feeds yet. */
export async function insertHosts(
  database: Database,
  tenantId: string,
  hosts: number,
  packages: number,
): Promise<void> {
  const inventory = JSON.stringify({ host: hostFacts(), listeners: [], blindSpots: [] });
  for (let from = 1; from <= hosts; from += hostsAtOnce) {
    const to = Math.min(hosts, from + hostsAtOnce - 1);
    const db = database.forTenant(tenantId);
    await db.run(insertAssets, [tenantId, from, to, inventory, Date.now()]);
    await db.run(insertPackages, [tenantId, packages]);
  }
}
