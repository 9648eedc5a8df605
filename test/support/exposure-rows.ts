import { newId } from "#lib/ids";
import { type Severity, severities } from "#lib/severity";
import { type Database, statement } from "#platform/db";

/** What a test says of an asset; the rest is usual. */
export interface SeedAsset {
  readonly ip?: string | null;
  readonly hostname?: string | null;
  readonly siteId?: string | null;
  readonly riskScore?: number;
  /** With it ports and services were looked for. */
  readonly lastScannedAt?: number | null;
}

const insertAssets = statement<[tenantId: string, rows: string], never>(
  "test.exposure.assets",
  `insert into assets (tenant_id, id, ip, hostname, site_id, risk_score, first_seen_at, last_seen_at, last_scanned_at)
   select $1, r.id, r.ip, r.hostname, r.site_id, r.risk_score, 1780000000000, 1790000000000, r.last_scanned_at
   from jsonb_to_recordset($2::jsonb) as r (id uuid, ip inet, hostname text, site_id uuid,
     risk_score double precision, last_scanned_at bigint)`,
);

/** Makes assets; returns their ids in the given order. */
export async function seedAssets(
  database: Database,
  tenantId: string,
  assets: readonly SeedAsset[],
): Promise<string[]> {
  const rows = assets.map((asset) => ({
    id: newId(),
    ip: asset.ip ?? null,
    hostname: asset.hostname ?? null,
    site_id: asset.siteId ?? null,
    risk_score: asset.riskScore ?? 0,
    last_scanned_at: asset.lastScannedAt ?? null,
  }));
  await database.forTenant(tenantId).run(insertAssets, [tenantId, JSON.stringify(rows)]);
  return rows.map(({ id }) => id);
}

/** What a test says of a finding; the rest is usual. */
export interface SeedFinding {
  readonly assetId: string;
  readonly siteId?: string | null;
  readonly severity?: Severity;
  readonly cvssScore?: number | null;
  readonly epssScore?: number | null;
  readonly lastSeenAt?: number;
  readonly cve?: string | null;
  readonly confidence?: number;
  readonly status?: string;
  readonly riskScore?: number;
}

const insertFindings = statement<[tenantId: string, rows: string], never>(
  "test.exposure.findings",
  `insert into findings (tenant_id, id, asset_id, site_id, protocol, port, weakness, cve, title, remediation, severity,
     severity_rank, cvss_score, epss_score, confidence, risk_score, risk_factors, status, status_at, first_seen_at,
     last_seen_at, scan_seen_at)
   select $1, r.id, r.asset_id, r.site_id, 'tcp', 443, r.weakness, r.cve, 'a title', 'a remedy', r.severity,
     r.severity_rank, r.cvss_score, r.epss_score, r.confidence, r.risk_score, '{}', r.status, 1780000000000,
     1780000000000, r.last_seen_at, r.last_seen_at
   from jsonb_to_recordset($2::jsonb) as r (id uuid, asset_id uuid, site_id uuid, weakness text, cve text, severity text,
     severity_rank smallint, cvss_score double precision, epss_score double precision, confidence smallint,
     risk_score double precision, status text, last_seen_at bigint)`,
);

/** Makes findings, each of a weakness of its own; returns their ids in the given order. */
export async function seedFindings(
  database: Database,
  tenantId: string,
  findings: readonly SeedFinding[],
): Promise<string[]> {
  const rows = findings.map((finding) => {
    const id = newId();
    const severity = finding.severity ?? "MEDIUM";
    return {
      id,
      asset_id: finding.assetId,
      site_id: finding.siteId ?? null,
      weakness: `check ${id}`,
      cve: finding.cve ?? null,
      severity,
      severity_rank: severities.indexOf(severity),
      cvss_score: finding.cvssScore ?? null,
      epss_score: finding.epssScore ?? null,
      confidence: finding.confidence ?? 80,
      risk_score: finding.riskScore ?? 10,
      status: finding.status ?? "open",
      last_seen_at: finding.lastSeenAt ?? 1_790_000_000_000,
    };
  });
  await database.forTenant(tenantId).run(insertFindings, [tenantId, JSON.stringify(rows)]);
  return rows.map(({ id }) => id);
}

const insertSite = statement<[tenantId: string, id: string, name: string], never>(
  "test.exposure.site",
  "insert into sites (tenant_id, id, name, created_at) values ($1, $2, $3, 0)",
);

/** Makes a site without anything in it. */
export async function seedSite(
  database: Database,
  tenantId: string,
  name = `site ${newId()}`,
): Promise<string> {
  const id = newId();
  await database.forTenant(tenantId).run(insertSite, [tenantId, id, name]);
  return id;
}
