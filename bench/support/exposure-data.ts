import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { newId } from "#lib/ids";
import { createApiKey } from "#platform/api-keys";
import { openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { migrate } from "#platform/migrations";
import { startEmbeddedPostgres } from "#platform/postgres";
import { seedTenant } from "#test/seed";
import type { ApiData } from "./api.ts";

/** How many findings the tenant of these benches has, all open. */
export const findingCount = 1_000_000;
export const assetCount = 10_000;
const siteCount = 10;
/** So many assets get their findings in one statement. */
const assetsAtOnce = 250;

/**
 * CVSS scores as they are spread over NVD's records, roughly, in a hundred; a few findings have none. What matters is that a
 * handful of scores make up most of all.
 */
const scores = [
  ...of(9.8, 12),
  ...of(7.5, 14),
  ...of(8.8, 10),
  ...of(7.8, 11),
  ...of(5.5, 9),
  ...of(6.1, 8),
  ...of(6.5, 7),
  ...of(5.4, 6),
  ...of(5.3, 5),
  ...of(4.3, 4),
  ...of(9.1, 2),
  ...of(8.1, 2),
  ...of(7.2, 3),
  ...of(3.3, 2),
  ...of(null, 5),
];

function of(score: number | null, count: number): (number | null)[] {
  return Array.from({ length: count }, () => score);
}

/** An installation whose tenant has a million open findings, and a key of that tenant. The PostgreSQL is the embedded one. */
export async function makeExposureData(): Promise<ApiData & { siteId: string; assetId: string }> {
  const log = createLog("warn", "bench");
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const { connection } = postgres;
  await migrate(connection, { log });
  const database = await openDatabase(connection, { log });
  const { tenantId } = await seedTenant(database);
  const { siteIds, assetIds } = await withClient(connection, undefined, async (client) => {
    await client.query("select set_config('vedette.tenant', $1, false)", [tenantId]);
    const made = await insertExposure(client, tenantId, {
      assets: assetCount,
      findings: findingCount,
    });
    await client.query("vacuum analyze");
    return made;
  });
  const { key } = await createApiKey(
    {
      tenantId,
      actor: { kind: "system", id: "bench", name: "bench" },
      scopes: ["read", "write"],
      database,
      now: Date.now,
      requestId: newId(),
    },
    { service: "exposure", scope: "read", name: "bench" },
  );
  await database.close();
  return {
    connection,
    authorization: `Bearer ${key}`,
    siteId: siteIds[0] ?? "",
    assetId: assetIds[0] ?? "",
    remove: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Adds sites, assets with services, and open findings of them. */
export async function insertExposure(
  client: Client,
  tenantId: string,
  count: { assets: number; findings: number },
): Promise<{ siteIds: string[]; assetIds: string[] }> {
  const siteIds = Array.from({ length: siteCount }, newId);
  const assetIds = Array.from({ length: count.assets }, newId);
  await client.query(
    "insert into sites (tenant_id, id, name, created_at) select $1, id, id::text, 0 from unnest($2::uuid[]) as id",
    [tenantId, siteIds],
  );
  await client.query(
    `insert into assets (tenant_id, id, ip, hostname, hostnames, os, device_type, open_ports, tags, site_id, risk_score,
       first_seen_at, last_seen_at, last_scanned_at)
     select $1, id, ('10.0.0.0'::inet + n), 'host-' || n || '.example.test', array['host-' || n || '.example.test'],
       'Debian GNU/Linux 12', 'server', '{22,80,443,3306,5432}', '{core}', ($3::uuid[])[n % ${siteCount} + 1],
       round((random() * 100)::numeric, 1), 1780000000000, 1790000000000, 1790000000000
     from unnest($2::uuid[]) with ordinality as a (id, n)`,
    [tenantId, assetIds, siteIds],
  );
  await client.query(
    `insert into services (tenant_id, asset_id, protocol, port, name, product, version, confidence, facts, first_seen_at,
       last_seen_at)
     select $1, a.id, 'tcp', port, 'http', 'nginx', '1.22.1', 80, '{"banner": "nginx/1.22.1"}', 1, 1
     from assets a, unnest(a.open_ports) as port where a.tenant_id = $1`,
    [tenantId],
  );
  const perAsset = count.findings / count.assets;
  for (let first = 0; first < count.assets; first += assetsAtOnce) {
    const some = assetIds.slice(first, first + assetsAtOnce);
    await client.query(insertFindings, [tenantId, some, scores, perAsset]);
  }
  return { siteIds, assetIds };
}

// Row by row as wide as real ones: about 1 kB.
const insertFindings = `
  insert into findings (tenant_id, id, asset_id, site_id, protocol, port, weakness, cve, service, title, remediation,
    severity, severity_rank, cvss_score, cvss_vector, epss_score, epss_percentile, confidence, risk_score, risk_factors,
    evidence, content_hash, scan_seen_at, status_at, first_seen_at, last_seen_at)
  select $1, gen_random_uuid(), a.id, a.site_id, 'tcp', 443, cve, cve, 'http',
    'nginx 1.22.1: a weakness in a module lets somebody on the network read what they should not',
    'Update nginx 1.22.1 to 1.22.1-9+deb12u3 or later. See the advisory of the distribution.',
    (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'])[rank + 1], rank, score, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    epss, epss, 80, round((random() * 99)::numeric, 1),
    '{"severity": {"value": 0.98, "because": "its CVSS base score is 9.8"}, "threat": {"value": 0.23, "because": "EPSS gives it a probability of 0.01"}, "certainty": {"value": 0.8, "because": "the evidence is 80 % sure"}, "exposure": {"value": 0.85, "because": "it is not known to face the internet"}, "ransomwareExponent": 1}',
    '{"scan": {"banner": "nginx/1.22.1", "confidence": 80, "verdicts": [{"source": "debian", "verdict": "affected", "reason": "Debian bookworm fixed it in 1.22.1-9+deb12u3; 1.22.1-9 is older.", "confidence": 90}]}}',
    'x', 1790000000000, 1780000000000, 1780000000000, 1790000000000 - (random() * 86400000)::bigint
  from unnest($2::uuid[]) as wanted (id) join assets a on a.tenant_id = $1 and a.id = wanted.id
    cross join lateral (
      select n, 'CVE-2024-' || 10000 + n * 37 + (random() * 36)::int as cve, score, epss,
        case when score is null then 4 when score >= 9 then 0 when score >= 7 then 1 when score >= 4 then 2 else 3 end as rank
      from generate_series(1, $4::int) as n, lateral (
        select ($3::double precision[])[1 + (random() * 99 + n * 0)::int] as score,
          round((random() ^ 6 + n * 0)::numeric, 5)::double precision as epss) as drawn
      where a.id is not null) as drawn_for_each`;
