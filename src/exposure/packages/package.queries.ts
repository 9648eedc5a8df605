import type { PackageFacts } from "#engines/inventory-types";
import { type Queryable, statement } from "#platform/db";

/** Rows in the order of the columns that the statements take. */
type PackageColumns = [
  names: readonly string[],
  arches: readonly string[],
  versions: readonly string[],
  sources: readonly string[],
  sourceVersions: readonly string[],
];

type Changed = { changed: number };

/** Adds packages to those of an agent; says how many rows that changed. */
export const addPackages = statement<
  [tenantId: string, agentId: string, ...PackageColumns],
  Changed
>(
  "packages.add",
  `with saved as (
     insert into installed_packages as p (tenant_id, agent_id, name, arch, version, source, source_version)
     select $1, $2, w.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as w
     on conflict (tenant_id, agent_id, name, arch, version) do update
       set source = excluded.source, source_version = excluded.source_version
       where (p.source, p.source_version) is distinct from (excluded.source, excluded.source_version)
     returning 1)
   select count(*) as changed from saved`,
);

/** Takes packages from those of an agent; says how many were there. */
export const removePackages = statement<
  [
    tenantId: string,
    agentId: string,
    names: readonly string[],
    arches: readonly string[],
    versions: readonly string[],
  ],
  Changed
>(
  "packages.remove",
  `with gone as (
     delete from installed_packages p
     using unnest($3::text[], $4::text[], $5::text[]) as w (name, arch, version)
     where p.tenant_id = $1 and p.agent_id = $2 and p.name = w.name and p.arch = w.arch and p.version = w.version
     returning 1)
   select count(*) as changed from gone`,
);

interface PackageRow extends PackageFacts {
  agentId: string;
}

const packagesOfAgents = statement<[tenantId: string, agentIds: readonly string[]], PackageRow>(
  "packages.of_agents",
  `select agent_id as "agentId", name, arch, version, source, source_version as "sourceVersion"
   from installed_packages where tenant_id = $1 and agent_id = any($2::uuid[])
   order by agent_id, name collate "C", arch collate "C", version collate "C"`,
);

const packagesOfSources = statement<
  [tenantId: string, agentIds: readonly string[], sources: readonly string[]],
  PackageRow
>(
  "packages.of_sources",
  `select agent_id as "agentId", name, arch, version, source, source_version as "sourceVersion"
   from installed_packages where tenant_id = $1 and agent_id = any($2::uuid[]) and source = any($3::text[])
   order by agent_id, name collate "C", arch collate "C", version collate "C"`,
);

/**
 * What is installed on the hosts of some agents, by agent, each in the order of name, architecture and version. An agent
 * that has told of none is not in it.
 *
 * @throws DatabaseUnavailable
 */
export async function listPackages(
  db: Queryable,
  tenantId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, PackageFacts[]>> {
  return byAgent(await db.run(packagesOfAgents, [tenantId, agentIds]));
}

/** Likewise, of some source packages. */
export async function listPackagesOf(
  db: Queryable,
  tenantId: string,
  agentIds: readonly string[],
  sources: readonly string[],
): Promise<ReadonlyMap<string, PackageFacts[]>> {
  return byAgent(await db.run(packagesOfSources, [tenantId, agentIds, sources]));
}

function byAgent(rows: readonly PackageRow[]): ReadonlyMap<string, PackageFacts[]> {
  const packages = new Map<string, PackageFacts[]>();
  for (const { agentId, ...facts } of rows) {
    const list = packages.get(agentId);
    if (list === undefined) packages.set(agentId, [facts]);
    else list.push(facts);
  }
  return packages;
}
