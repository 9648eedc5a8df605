import type { FindingStatus } from "#exposure/life-cycle";
import { type Tx, statement } from "#platform/db";
import type { Severity } from "#lib/severity";
import { type WantedFindings, matchesFinding } from "./finding-filter.queries.ts";

/** A finding with all that other products want to know of it. Times are epoch milliseconds. */
export interface ExportedFinding {
  readonly id: string;
  readonly remediationStatus: FindingStatus;
  readonly severity: Severity;
  readonly cvssScore: number | null;
  readonly cvssVector: string | null;
  /** Both 0 to 1. */
  readonly epssScore: number | null;
  readonly epssPercentile: number | null;
  readonly kev: boolean;
  readonly ransomware: boolean;
  readonly riskScore: number;
  /** Per cent. */
  readonly confidence: number;
  readonly cve: string | null;
  readonly weakness: string;
  readonly title: string;
  readonly remediation: string;
  readonly assetId: string;
  readonly assetIp: string | null;
  readonly hostname: string | null;
  /** `null`: the host itself. */
  readonly protocol: "tcp" | "udp" | null;
  readonly port: number | null;
  readonly service: string | null;
  readonly package: string | null;
  /** Of the package, as it is installed, and the first that is not affected. */
  readonly installedVersion: string | null;
  readonly fixedVersion: string | null;
  readonly siteId: string | null;
  readonly site: string | null;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly statusAt: number;
  readonly acceptedUntil: number | null;
  readonly reopenedAt: number | null;
  readonly resolvedAt: number | null;
  /** What somebody said when they gave it its status. */
  readonly notes: string | null;
}

// In the order of lists. Most findings are open and nobody said anything of them, so notes are looked up for the others alone.
const all = statement<[tenantId: string, ...WantedFindings], ExportedFinding>(
  "findings.export",
  `select t.id, t.status as "remediationStatus", t.severity, t.cvss_score as "cvssScore", t.cvss_vector as "cvssVector",
     t.epss_score as "epssScore", t.epss_percentile as "epssPercentile", t.kev, t.ransomware, t.risk_score as "riskScore",
     t.confidence, t.cve, t.weakness, t.title, t.remediation, t.asset_id as "assetId", host(a.ip) as "assetIp", a.hostname,
     nullif(t.protocol, '') as protocol, nullif(t.port, 0) as port, t.service,
     coalesce(t.affected_package, nullif(t.package, '')) as package, t.installed_version as "installedVersion",
     t.fixed_version as "fixedVersion", t.site_id as "siteId", s.name as site, t.first_seen_at as "firstSeenAt", t.last_seen_at as "lastSeenAt",
     t.status_at as "statusAt", t.accepted_until as "acceptedUntil", t.reopened_at as "reopenedAt",
     t.resolved_at as "resolvedAt",
     case when t.status <> 'open' then (
       select e.notes from finding_events e
       where e.tenant_id = t.tenant_id and e.finding_id = t.id and e.to_status = t.status and e.actor_kind <> 'system'
         and e.notes is not null
       order by e.at desc, e.id desc limit 1) end as notes
   from findings t
     join assets a on a.tenant_id = t.tenant_id and a.id = t.asset_id
     left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
   where t.tenant_id = $1 and ${matchesFinding((position) => `$${1 + position}`)}
   order by t.list_rank, t.cvss_score desc nulls last, t.epss_score desc nulls last, t.last_seen_at desc, t.id`,
);

const batchSize = 500;

/** The findings that are wanted, the most severe first, in batches. */
export function readFindingsToExport(
  tx: Tx,
  tenantId: string,
  wanted: WantedFindings,
): AsyncIterable<ExportedFinding[]> {
  return tx.cursor(all, [tenantId, ...wanted], batchSize);
}
