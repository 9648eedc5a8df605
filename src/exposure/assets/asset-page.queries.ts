import type { Severity } from "#lib/severity";
import { statement } from "#platform/db";
import type {
  AssetAuditRun,
  AssetEvent,
  AssetIdentity,
  AssetIdentityFinding,
} from "./asset-page.ts";

export const findAssetIdentity = statement<[tenantId: string, id: string], AssetIdentity>(
  "assets.console-identity",
  `select t.mac_address as "macAddress", t.hardware_uuid as "hardwareUuid", t.platform, t.os_cpe as "osCpe",
     t.os_confidence as "osConfidence", t.device_confidence as "deviceConfidence",
     t.device_evidence as "deviceEvidence", p.name as "probeName", t.agent_version as "agentVersion",
     (select g.name from agents g where g.tenant_id = t.tenant_id and g.id = t.agent_id) as "agentName"
   from assets t left join probes p on p.tenant_id = t.tenant_id and p.id = t.probe_id
   where t.tenant_id = $1 and t.id = $2`,
);

/** Titles of the findings that a score is made of. */
export const titlesOfFindings = statement<
  [tenantId: string, ids: readonly string[]],
  { id: string; title: string; severity: Severity }
>(
  "assets.console-titles",
  "select id, title, severity from findings where tenant_id = $1 and id = any($2::uuid[])",
);

const mostShown = 200;

/** What became of the asset, the newest first. */
export const listAssetEvents = statement<[tenantId: string, id: string], AssetEvent>(
  "assets.console-events",
  `select id, at, kind, text from asset_events where tenant_id = $1 and asset_id = $2
   order by at desc, id desc limit ${mostShown}`,
);

/** Audits of the host, the newest first. */
export const listAssetAuditRuns = statement<[tenantId: string, id: string], AssetAuditRun>(
  "assets.console-audit-runs",
  `select t.id, t.bundle_name as "bundleName", coalesce(t.profile_title, t.profile_id) as profile, t.source,
     t.run_at as "runAt", t.satisfied, t.failed, t.unknown,
     t.not_applicable + t.not_checkable as "notJudged"
   from audit_runs t where t.tenant_id = $1 and t.asset_id = $2 order by t.run_at desc, t.id limit ${mostShown}`,
);

/** Open identity findings that name the host by one of its names, the worst first. */
export const listIdentityFindingsOfHost = statement<
  [tenantId: string, names: readonly string[], companyIds: readonly string[] | null],
  AssetIdentityFinding
>(
  "assets.console-identity-findings",
  `select t.id, t.title, t.severity, t.category, t.target_name as "targetName", t.status, d.name as "directoryName",
     t.last_seen_at as "lastSeenAt"
   from identity_findings t join directories d on d.tenant_id = t.tenant_id and d.id = t.directory_id
     left join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id
   where t.tenant_id = $1 and t.target_host = any($2::text[]) and t.status in ('open', 'in_progress')
     and ($3::uuid[] is null or s.company_id = any($3::uuid[]))
   order by t.severity_rank, t.last_seen_at desc, t.id limit ${mostShown}`,
);
