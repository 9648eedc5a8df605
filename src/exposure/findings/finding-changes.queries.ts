import type { FindingStatus } from "#exposure/life-cycle";
import { type Queryable, statement } from "#platform/db";
import type { KnownFinding } from "./finding.ts";
import type { Detector } from "./life-cycle.ts";
import type { FindingMove } from "./plan-moves.ts";

/** One row of {@link insertFindings}; JSON, because thirty arrays would be harder to read and no faster. */
export interface InsertedRow {
  id: string;
  asset_id: string;
  site_id: string | null;
  protocol: string;
  port: number;
  weakness: string;
  package: string;
  first_seen_at: number;
  last_seen_at: number;
  status_at: number;
  scan_seen_at: number | null;
  agent_seen_at: number | null;
  import_seen_at: number | null;
  content_hash: string;
  content: ContentRow;
  evidence: Record<string, object>;
}

/** What is said of a finding, as columns. */
export interface ContentRow {
  cve: string | null;
  service: string | null;
  affected_package: string | null;
  installed_version: string | null;
  fixed_version: string | null;
  title: string;
  remediation: string;
  severity: string;
  severity_rank: number;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss_score: number | null;
  epss_percentile: number | null;
  kev: boolean;
  ransomware: boolean;
  ssvc: string | null;
  confidence: number;
  risk_score: number;
  risk_factors: object;
}

const contentColumns = `cve text, service text, affected_package text, installed_version text, fixed_version text, title text, remediation text, severity text, severity_rank smallint,
    cvss_score double precision, cvss_vector text, epss_score double precision, epss_percentile double precision,
    kev boolean, ransomware boolean, ssvc text, confidence smallint, risk_score double precision, risk_factors jsonb`;

/** @param rows an array of {@link InsertedRow}. */
export const insertFindings = statement<[tenantId: string, rows: string], never>(
  "findings.insert",
  `insert into findings (tenant_id, id, asset_id, site_id, protocol, port, weakness, package, first_seen_at, last_seen_at,
     status_at, scan_seen_at, agent_seen_at, import_seen_at, content_hash, evidence, cve, service, affected_package,
     installed_version, fixed_version, title, remediation, severity, severity_rank, cvss_score, cvss_vector, epss_score, epss_percentile, kev, ransomware, ssvc, confidence,
     risk_score, risk_factors)
   select $1, r.id, r.asset_id, r.site_id, r.protocol, r.port, r.weakness, r.package, r.first_seen_at, r.last_seen_at,
     r.status_at, r.scan_seen_at, r.agent_seen_at, r.import_seen_at, r.content_hash, r.evidence, c.cve, c.service,
     c.affected_package, c.installed_version, c.fixed_version, c.title, c.remediation, c.severity, c.severity_rank, c.cvss_score, c.cvss_vector, c.epss_score, c.epss_percentile, c.kev,
     c.ransomware, c.ssvc, c.confidence, c.risk_score, c.risk_factors
   from jsonb_to_recordset($2::jsonb) as r (id uuid, asset_id uuid, site_id uuid, protocol text, port integer,
       weakness text, package text, first_seen_at bigint, last_seen_at bigint, status_at bigint, scan_seen_at bigint,
       agent_seen_at bigint, import_seen_at bigint, content_hash text, content jsonb, evidence jsonb)
     cross join lateral jsonb_to_record(r.content) as c (${contentColumns})`,
);

/** One row of {@link updateFindings}: the life of a finding after a change. */
export interface LifeRow {
  id: string;
  status: FindingStatus;
  status_at: number;
  accepted_until: number | null;
  first_seen_at: number;
  last_seen_at: number;
  reopened_at: number | null;
  resolved_at: number | null;
  scan_seen_at: number | null;
  agent_seen_at: number | null;
  import_seen_at: number | null;
  /** A detector does not see it any more: what is said of it has to be said anew by the next one that does. */
  is_missed: boolean;
}

/** @param rows an array of {@link LifeRow}. */
export const updateFindingLives = statement<[tenantId: string, rows: string], never>(
  "findings.update_lives",
  `update findings as f set status = r.status, status_at = r.status_at, accepted_until = r.accepted_until,
     first_seen_at = r.first_seen_at, last_seen_at = r.last_seen_at, reopened_at = r.reopened_at,
     resolved_at = r.resolved_at, scan_seen_at = r.scan_seen_at, agent_seen_at = r.agent_seen_at,
     import_seen_at = r.import_seen_at, content_hash = case when r.is_missed then '' else f.content_hash end
   from jsonb_to_recordset($2::jsonb) as r (id uuid, status text, status_at bigint, accepted_until bigint,
     first_seen_at bigint, last_seen_at bigint, reopened_at bigint, resolved_at bigint, scan_seen_at bigint,
     agent_seen_at bigint, import_seen_at bigint, is_missed boolean)
   where f.tenant_id = $1 and f.id = r.id`,
);

/** @param rows an array of `{ id, content_hash, evidence, content: ContentRow | null }`. */
export const updateFindingContents = statement<[tenantId: string, rows: string], never>(
  "findings.update_contents",
  `update findings as f set content_hash = r.content_hash, evidence = r.evidence, cve = c.cve, service = c.service,
     affected_package = c.affected_package, installed_version = c.installed_version, fixed_version = c.fixed_version,
     title = c.title, remediation = c.remediation, severity = c.severity, severity_rank = c.severity_rank,
     cvss_score = c.cvss_score, cvss_vector = c.cvss_vector, epss_score = c.epss_score,
     epss_percentile = c.epss_percentile, kev = c.kev, ransomware = c.ransomware, ssvc = c.ssvc,
     confidence = c.confidence, risk_score = c.risk_score, risk_factors = c.risk_factors
   from jsonb_to_recordset($2::jsonb) as r (id uuid, content_hash text, content jsonb, evidence jsonb)
     cross join lateral jsonb_to_record(r.content) as c (${contentColumns})
   where f.tenant_id = $1 and f.id = r.id`,
);

/** Evidence alone: what one of several detectors has to show. */
export const updateFindingEvidence = statement<
  [
    tenantId: string,
    ids: readonly string[],
    hashes: readonly string[],
    evidence: readonly string[],
  ],
  never
>(
  "findings.update_evidence",
  `update findings as f set content_hash = v.hash, evidence = v.evidence::jsonb
   from unnest($2::uuid[], $3::text[], $4::text[]) as v (id, hash, evidence)
   where f.tenant_id = $1 and f.id = v.id`,
);

const touched = (column: string): string =>
  `update findings as f set last_seen_at = greatest(f.last_seen_at, v.at),
     first_seen_at = least(f.first_seen_at, v.at),
     ${column} = case when f.${column} is not null then greatest(f.${column}, v.at) end
   from unnest($2::uuid[], $3::bigint[]) as v (id, at)
   where f.tenant_id = $1 and f.id = v.id`;

type Touch = [tenantId: string, ids: readonly string[], at: readonly number[]];

/** Seen again, as before: by detector. One that looked since and did not see it keeps that: the sighting is older. */
export const touchFindings = {
  scan: statement<Touch, never>("findings.touch_scan", touched("scan_seen_at")),
  agent: statement<Touch, never>("findings.touch_agent", touched("agent_seen_at")),
  import: statement<Touch, never>("findings.touch_import", touched("import_seen_at")),
} satisfies Record<Detector, unknown>;

export const insertFindingEvents = statement<
  [
    tenantId: string,
    findingIds: readonly string[],
    ids: readonly string[],
    at: readonly number[],
    from: readonly (string | null)[],
    to: readonly string[],
    notes: readonly string[],
    acceptedUntil: readonly (number | null)[],
    actorKind: string,
    actorName: string,
  ],
  never
>(
  "findings.events.insert",
  `insert into finding_events (tenant_id, finding_id, id, at, from_status, to_status, notes, accepted_until, actor_kind,
     actor_name)
   select $1, v.*, $9, $10
   from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bigint[]) as v`,
);

/** Nobody is on the host any more to see its findings; whether they are still there is not known. */
export const forgetAgentFindings = statement<[tenantId: string, assetId: string], never>(
  "findings.forget_agent",
  `update findings set agent_seen_at = null, content_hash = ''
   where tenant_id = $1 and asset_id = $2 and agent_seen_at is not null`,
);

interface KnownRow {
  id: string;
  asset_id: string;
  protocol: "" | "tcp" | "udp";
  port: number;
  weakness: string;
  package: string;
  content_hash: string;
  status: FindingStatus;
  status_at: number;
  accepted_until: number | null;
  first_seen_at: number;
  last_seen_at: number;
  reopened_at: number | null;
  resolved_at: number | null;
  scan_seen_at: number | null;
  agent_seen_at: number | null;
  import_seen_at: number | null;
  scan_product: string | null;
  scan_version: string | null;
  scan_package: string | null;
  agent_package: string | null;
  by_agent: boolean;
}

const knownColumns = `id, asset_id, protocol, port, weakness, package, content_hash, status, status_at, accepted_until,
  first_seen_at, last_seen_at, reopened_at, resolved_at, scan_seen_at, agent_seen_at, import_seen_at, evidence #>> '{scan,product}' as scan_product,
  evidence #>> '{scan,version}' as scan_version, evidence #>> '{scan,package}' as scan_package,
  evidence #>> '{agent,package}' as agent_package, evidence ? 'agent' as by_agent`;

const knownOfAssets = statement<[tenantId: string, assetIds: readonly string[]], KnownRow>(
  "findings.known_of_assets",
  `select ${knownColumns} from findings where tenant_id = $1 and asset_id = any($2::uuid[])`,
);

const expired = statement<[now: number, limit: number], KnownRow & { tenant_id: string }>(
  "findings.expired",
  `select tenant_id, ${knownColumns} from findings
   where status = 'accepted' and accepted_until <= $1 order by accepted_until limit $2`,
);

const knownByIds = statement<[tenantId: string, ids: readonly string[]], KnownRow>(
  "findings.known_by_ids",
  `select ${knownColumns} from findings where tenant_id = $1 and id = any($2::uuid[]) for update`,
);

/**
 * Every finding of some assets. They stay as they are while the caller holds the tenant's lock, which all who change findings
 * take: to lock each row as well would write it twice in a rescan.
 */
export async function findKnownFindings(
  tx: Queryable,
  tenantId: string,
  assetIds: readonly string[],
): Promise<KnownFinding[]> {
  return (await tx.run(knownOfAssets, [tenantId, assetIds])).map(knownFrom);
}

/** Findings by id, locked until the transaction ends. */
export async function lockFindings(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<KnownFinding[]> {
  return (await tx.run(knownByIds, [tenantId, ids])).map(knownFrom);
}

/** Accepted findings of all tenants whose time is over, the longest ago first. */
export async function findExpiredFindings(
  system: Queryable,
  now: number,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> {
  const rows = await system.run(expired, [now, limit]);
  return rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, id }));
}

/** What the detectors of some findings have to show. */
export const evidenceOf = statement<
  [tenantId: string, ids: readonly string[]],
  { id: string; evidence: Record<string, { confidence: number }> }
>(
  "findings.evidence",
  "select id, evidence from findings where tenant_id = $1 and id = any($2::uuid[])",
);

/** What counts for the score of an asset: all that is not resolved or false, and has a score. */
export const scoresOfAssets = statement<
  [tenantId: string, assetIds: readonly string[]],
  { id: string; asset_id: string; weakness: string; risk_score: number; accepted: boolean }
>(
  "findings.scores",
  `select id, asset_id, weakness, risk_score, status = 'accepted' as accepted from findings
   where tenant_id = $1 and asset_id = any($2::uuid[]) and status in ('open', 'in_progress', 'accepted')
     and risk_score > 0`,
);

function knownFrom(row: KnownRow): KnownFinding {
  return {
    id: row.id,
    assetId: row.asset_id,
    protocol: row.protocol,
    port: row.port,
    weakness: row.weakness,
    package: row.package,
    contentHash: row.content_hash,
    status: row.status,
    statusAt: row.status_at,
    acceptedUntil: row.accepted_until,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    reopenedAt: row.reopened_at,
    resolvedAt: row.resolved_at,
    scanProduct: row.scan_product,
    scanVersion: row.scan_version,
    scanPackage: row.scan_package,
    agentPackage: row.agent_package,
    byAgent: row.by_agent,
    seenAt: { scan: row.scan_seen_at, agent: row.agent_seen_at, import: row.import_seen_at },
  };
}

const moveStatement = statement<
  [tenantId: string, assetIds: readonly string[], siteIds: readonly (string | null)[]],
  never
>(
  "findings.move",
  `update findings as f set site_id = v.site_id from unnest($2::uuid[], $3::uuid[]) as v (asset_id, site_id)
   where f.tenant_id = $1 and f.asset_id = v.asset_id and f.site_id is distinct from v.site_id`,
);

/** Takes the findings of assets that moved to another site along. */
export async function moveFindings(
  tx: Queryable,
  tenantId: string,
  assets: readonly { id: string; siteId: string | null }[],
): Promise<void> {
  if (assets.length === 0) return;
  await tx.run(moveStatement, [
    tenantId,
    assets.map(({ id }) => id),
    assets.map(({ siteId }) => siteId),
  ]);
}

const relocate = statement<
  [
    tenantId: string,
    ids: readonly string[],
    protocols: readonly string[],
    ports: readonly number[],
    packages: readonly string[],
  ],
  never
>(
  "findings.relocate",
  `update findings as f set protocol = v.protocol, port = v.port, package = v.package
   from unnest($2::uuid[], $3::text[], $4::integer[], $5::text[]) as v (id, protocol, port, package)
   where f.tenant_id = $1 and f.id = v.id`,
);

/** Carries out what `planMoves` decided. */
export async function relocateFindings(
  tx: Queryable,
  tenantId: string,
  moves: readonly FindingMove[],
): Promise<void> {
  if (moves.length === 0) return;
  await tx.run(relocate, [
    tenantId,
    moves.map(({ known }) => known.id),
    moves.map(({ protocol }) => protocol),
    moves.map(({ port }) => port),
    moves.map((move) => move.package),
  ]);
}
