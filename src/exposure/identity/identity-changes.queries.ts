import type { DirectoryType } from "#engines/directory-types";
import type { FindingStatus } from "#exposure/life-cycle";
import { type Queryable, statement } from "#platform/db";

/** The life of a finding as columns. */
export interface LifeRow {
  id: string;
  status: FindingStatus;
  status_at: number;
  accepted_until: number | null;
  first_seen_at: number;
  last_seen_at: number;
  reopened_at: number | null;
  resolved_at: number | null;
  seen_at: number | null;
  exception_id: string | null;
}

const lifeRecord = `id uuid, status text, status_at bigint, accepted_until bigint, first_seen_at bigint, last_seen_at bigint,
     reopened_at bigint, resolved_at bigint, seen_at bigint, exception_id uuid`;

/** What is said of a finding, as columns; what its rule says stands in a {@link RuleRow} of the same statement. */
export interface ContentRow {
  id: string;
  rule_id: string;
  target_type: string;
  target_name: string;
  target_path: string | null;
  target_host: string | null;
  severity: string;
  severity_rank: number;
  evidence: readonly string[];
  content_hash: string;
}

const contentRecord = `rule_id text, target_type text, target_name text, target_path text, target_host text, severity text,
     severity_rank smallint, evidence text[], content_hash text`;

/** What a rule says, as columns. */
export interface RuleRow {
  rule_id: string;
  category: string;
  title: string;
  remediation: string;
}

const ruleRecord = "rule_id text, category text, title text, remediation text";

interface Place {
  readonly directoryId: string;
  readonly siteId: string | null;
  readonly assessmentId: string;
}

const insertStatement = statement<
  [
    tenantId: string,
    directoryId: string,
    siteId: string | null,
    assessmentId: string,
    source: DirectoryType,
    rows: string,
    rules: string,
  ],
  never
>(
  "identity.insert",
  `insert into identity_findings (tenant_id, id, directory_id, site_id, assessment_id, source, rule_id, target_id, target_type,
     target_name, target_path, target_host, category, severity, severity_rank, title, remediation, evidence, content_hash,
     status, status_at, accepted_until, first_seen_at, last_seen_at, reopened_at, resolved_at, seen_at, exception_id)
   select $1, r.id, $2, $3, $4, $5, r.rule_id, r.target_id, r.target_type, r.target_name, r.target_path, r.target_host,
     u.category, r.severity, r.severity_rank, u.title, u.remediation, r.evidence, r.content_hash, r.status, r.status_at,
     r.accepted_until, r.first_seen_at, r.last_seen_at, r.reopened_at, r.resolved_at, r.seen_at, r.exception_id
   from jsonb_to_recordset($6::jsonb) as r (${lifeRecord}, target_id text, ${contentRecord})
   join jsonb_to_recordset($7::jsonb) as u (${ruleRecord}) using (rule_id)`,
);

/** Adds findings that an assessment saw first. */
export async function insertIdentityFindings(
  tx: Queryable,
  tenantId: string,
  place: Place & { readonly type: DirectoryType },
  rows: readonly (LifeRow & ContentRow & { target_id: string })[],
  rules: readonly RuleRow[],
): Promise<void> {
  const { directoryId, siteId, assessmentId, type } = place;
  const values = [JSON.stringify(rows), JSON.stringify(rules)] as const;
  await tx.run(insertStatement, [tenantId, directoryId, siteId, assessmentId, type, ...values]);
}

const livesStatement = statement<[tenantId: string, rows: string], never>(
  "identity.update-lives",
  `update identity_findings as f set status = r.status, status_at = r.status_at, accepted_until = r.accepted_until,
     first_seen_at = r.first_seen_at, last_seen_at = r.last_seen_at, reopened_at = r.reopened_at,
     resolved_at = r.resolved_at, seen_at = r.seen_at, exception_id = r.exception_id
   from jsonb_to_recordset($2::jsonb) as r (${lifeRecord}) where f.tenant_id = $1 and f.id = r.id`,
);

/** Saves what of findings changes over time. */
export async function updateIdentityLives(
  tx: Queryable,
  tenantId: string,
  rows: readonly LifeRow[],
): Promise<void> {
  await tx.run(livesStatement, [tenantId, JSON.stringify(rows)]);
}

const contentsStatement = statement<
  [tenantId: string, siteId: string | null, assessmentId: string, rows: string, rules: string],
  never
>(
  "identity.update-contents",
  `update identity_findings as f set site_id = $2, assessment_id = $3, target_type = r.target_type,
     target_name = r.target_name, target_path = r.target_path, target_host = r.target_host, category = u.category,
     severity = r.severity, severity_rank = r.severity_rank, title = u.title, remediation = u.remediation,
     evidence = r.evidence, content_hash = r.content_hash
   from jsonb_to_recordset($4::jsonb) as r (id uuid, ${contentRecord})
   join jsonb_to_recordset($5::jsonb) as u (${ruleRecord}) using (rule_id)
   where f.tenant_id = $1 and f.id = r.id`,
);

/** Saves what is said of findings. */
export async function updateIdentityContents(
  tx: Queryable,
  tenantId: string,
  { siteId, assessmentId }: Place,
  rows: readonly ContentRow[],
  rules: readonly RuleRow[],
): Promise<void> {
  const values = [JSON.stringify(rows), JSON.stringify(rules)] as const;
  await tx.run(contentsStatement, [tenantId, siteId, assessmentId, ...values]);
}

/** Seen again, as before. One that an assessment has looked for since and did not see keeps that: the sighting is older. */
export const touchIdentityFindings = statement<
  [tenantId: string, ids: readonly string[], at: number, assessmentId: string],
  never
>(
  "identity.touch",
  `update identity_findings set last_seen_at = greatest(last_seen_at, $3), first_seen_at = least(first_seen_at, $3),
     assessment_id = case when seen_at <= $3 then $4 else assessment_id end,
     seen_at = case when seen_at is not null then greatest(seen_at, $3) end
   where tenant_id = $1 and id = any($2::uuid[])`,
);

export const updateIdentitySites = statement<
  [tenantId: string, directoryId: string, siteId: string | null],
  never
>(
  "identity.update-sites",
  `update identity_findings set site_id = $3
   where tenant_id = $1 and directory_id = $2 and site_id is distinct from $3`,
);
