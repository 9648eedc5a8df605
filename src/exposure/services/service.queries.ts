import type { ServiceFacts } from "#engines/scan-types";
import type { Software } from "#engines/vulnerability-types";
import { type Queryable, statement } from "#platform/db";
import type { KnownService, ServicePlace, SuppressedMatch } from "./service.ts";

interface ServiceRow {
  asset_id: string;
  protocol: "tcp" | "udp";
  port: number;
  facts: ServiceFacts;
  software: Software | null;
  software_key: string | null;
  suppressed: readonly SuppressedMatch[];
  matched_revision: number;
  last_seen_at: number;
}

const columns =
  "asset_id, protocol, port, facts, software, software_key, suppressed, matched_revision, last_seen_at";

const servicesOfAssets = statement<[tenantId: string, assetIds: readonly string[]], ServiceRow>(
  "services.of_assets",
  `select ${columns} from services where tenant_id = $1 and asset_id = any($2::uuid[])
   order by asset_id, port, protocol`,
);

const upsertServices = statement<[tenantId: string, rows: string], never>(
  "services.upsert",
  `insert into services as s (tenant_id, asset_id, protocol, port, name, product, version, cpes, confidence, facts, software,
     software_key, suppressed, matched_revision, first_seen_at, last_seen_at)
   select $1, r.asset_id, r.protocol, r.port, r.facts ->> 'name', r.facts ->> 'product', r.facts ->> 'version',
     array(select jsonb_array_elements_text(r.facts -> 'cpes')), (r.facts ->> 'confidence')::smallint, r.facts, r.software,
     r.software_key, r.suppressed, r.matched_revision, r.last_seen_at, r.last_seen_at
   from jsonb_to_recordset($2::jsonb) as r (asset_id uuid, protocol text, port integer, facts jsonb, software jsonb,
     software_key text, suppressed jsonb, matched_revision bigint, last_seen_at bigint)
   on conflict (tenant_id, asset_id, protocol, port) do update set name = excluded.name, product = excluded.product,
     version = excluded.version, cpes = excluded.cpes, confidence = excluded.confidence, facts = excluded.facts,
     software = excluded.software, software_key = excluded.software_key, suppressed = excluded.suppressed,
     matched_revision = excluded.matched_revision, last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`,
);

const touchServices = statement<
  [
    tenantId: string,
    assetIds: readonly string[],
    protocols: readonly string[],
    ports: readonly number[],
    at: readonly number[],
  ],
  never
>(
  "services.touch",
  `update services as s set last_seen_at = greatest(s.last_seen_at, v.at)
   from unnest($2::uuid[], $3::text[], $4::integer[], $5::bigint[]) as v (asset_id, protocol, port, at)
   where s.tenant_id = $1 and s.asset_id = v.asset_id and s.protocol = v.protocol and s.port = v.port`,
);

const deleteServicesAt = statement<
  [
    tenantId: string,
    assetIds: readonly string[],
    protocols: readonly string[],
    ports: readonly number[],
  ],
  never
>(
  "services.delete",
  `delete from services as s using unnest($2::uuid[], $3::text[], $4::integer[]) as v (asset_id, protocol, port)
   where s.tenant_id = $1 and s.asset_id = v.asset_id and s.protocol = v.protocol and s.port = v.port`,
);

const setMatches = statement<
  [
    tenantId: string,
    assetIds: readonly string[],
    protocols: readonly string[],
    ports: readonly number[],
    suppressed: readonly string[],
    revision: number,
  ],
  never
>(
  "services.set_matches",
  `update services as s set matched_revision = $6, suppressed = v.suppressed::jsonb
   from unnest($2::uuid[], $3::text[], $4::integer[], $5::text[]) as v (asset_id, protocol, port, suppressed)
   where s.tenant_id = $1 and s.asset_id = v.asset_id and s.protocol = v.protocol and s.port = v.port`,
);

const staleAssets = statement<[revision: number, limit: number], { tenant_id: string; id: string }>(
  "services.stale_assets",
  `select distinct tenant_id, asset_id as id from (
     select tenant_id, asset_id from services where matched_revision < $1 and software_key is not null
     order by matched_revision, tenant_id, asset_id limit $2) as oldest`,
);

/** What answers at some assets: of each by port. */
export async function findServices(
  tx: Queryable,
  tenantId: string,
  assetIds: readonly string[],
): Promise<KnownService[]> {
  const rows = await tx.run(servicesOfAssets, [tenantId, assetIds]);
  return rows.map((row) => ({
    assetId: row.asset_id,
    protocol: row.protocol,
    port: row.port,
    facts: row.facts,
    software: row.software,
    softwareKey: row.software_key,
    suppressed: row.suppressed,
    matchedRevision: row.matched_revision,
    seenAt: row.last_seen_at,
  }));
}

/** What a batch of reports changes of services. */
export interface ServiceChanges {
  readonly saved: readonly KnownService[];
  readonly touched: readonly (ServicePlace & { readonly at: number })[];
  readonly deleted: readonly ServicePlace[];
}

/** Saves what a batch of reports changes; what only was seen again is touched. */
export async function saveServices(
  tx: Queryable,
  tenantId: string,
  { saved, touched, deleted }: ServiceChanges,
): Promise<void> {
  if (deleted.length > 0) await tx.run(deleteServicesAt, [tenantId, ...places(deleted)]);
  if (saved.length > 0) {
    const rows = saved.map((service): ServiceRow => ({
      asset_id: service.assetId,
      protocol: service.protocol,
      port: service.port,
      facts: service.facts,
      software: service.software,
      software_key: service.softwareKey,
      suppressed: service.suppressed,
      matched_revision: service.matchedRevision,
      last_seen_at: service.seenAt,
    }));
    await tx.run(upsertServices, [tenantId, JSON.stringify(rows)]);
  }
  if (touched.length > 0) {
    await tx.run(touchServices, [tenantId, ...places(touched), touched.map(({ at }) => at)]);
  }
}

/** Notes that services were matched anew. */
export async function saveMatches(
  tx: Queryable,
  tenantId: string,
  services: readonly (ServicePlace & { readonly suppressed: readonly SuppressedMatch[] })[],
  revision: number,
): Promise<void> {
  if (services.length === 0) return;
  const suppressed = services.map((service) => JSON.stringify(service.suppressed));
  await tx.run(setMatches, [tenantId, ...places(services), suppressed, revision]);
}

/** Assets of all tenants with services that were matched with older feeds. */
export async function findStaleAssets(
  system: Queryable,
  revision: number,
  limit: number,
): Promise<Map<string, string[]>> {
  const rows = await system.run(staleAssets, [revision, limit]);
  const byTenant = Map.groupBy(rows, (row) => row.tenant_id);
  return new Map([...byTenant].map(([tenantId, of]) => [tenantId, of.map(({ id }) => id)]));
}

function places(of: readonly ServicePlace[]): [string[], string[], number[]] {
  return [
    of.map(({ assetId }) => assetId),
    of.map(({ protocol }) => protocol),
    of.map(({ port }) => port),
  ];
}
