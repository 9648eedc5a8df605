import type { DirectoryType } from "#engines/directory-types";
import type { FindingStatus } from "#exposure/life-cycle";
import { type Queryable, type Tx, statement } from "#platform/db";
import type { KnownIdentityFinding } from "./identity-finding.ts";

interface KnownRow {
  id: string;
  directory_id: string;
  rule_id: string;
  target_id: string;
  target_name: string;
  content_hash: string;
  exception_id: string | null;
  status: FindingStatus;
  status_at: number;
  accepted_until: number | null;
  first_seen_at: number;
  last_seen_at: number;
  reopened_at: number | null;
  resolved_at: number | null;
  seen_at: number | null;
}

const knownColumns = `f.id, f.directory_id, f.rule_id, f.target_id, f.target_name, f.content_hash, f.exception_id, f.status,
  f.status_at, f.accepted_until, f.first_seen_at, f.last_seen_at, f.reopened_at, f.resolved_at, f.seen_at`;

const knownByKeys = statement<
  [tenantId: string, directoryId: string, ruleIds: readonly string[], targetIds: readonly string[]],
  KnownRow
>(
  "identity.known-by-keys",
  `select ${knownColumns} from unnest($3::text[], $4::text[]) as k (rule_id, target_id)
   join identity_findings f on f.tenant_id = $1 and f.directory_id = $2 and f.rule_id = k.rule_id
     and f.target_id = k.target_id`,
);

/** The findings of these rules and targets that there are. */
export async function findKnownByKeys(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  keys: readonly { ruleId: string; targetId: string }[],
): Promise<KnownIdentityFinding[]> {
  const rows = await tx.run(knownByKeys, [
    tenantId,
    directoryId,
    keys.map(({ ruleId }) => ruleId),
    keys.map(({ targetId }) => targetId),
  ]);
  return rows.map(knownFrom);
}

const unseen = statement<
  [tenantId: string, directoryId: string, ruleIds: readonly string[], at: number],
  KnownRow
>(
  "identity.unseen",
  `select ${knownColumns} from identity_findings f
   where f.tenant_id = $1 and f.directory_id = $2 and f.rule_id = any($3::text[])
     and (f.seen_at < $4 or (f.seen_at is null and f.status <> 'resolved' and f.status_at < $4))`,
);

/** Findings of rules that may have been missed by the assessment of that time: all that were not seen since. */
export async function findUnseen(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  ruleIds: readonly string[],
  at: number,
): Promise<KnownIdentityFinding[]> {
  return (await tx.run(unseen, [tenantId, directoryId, ruleIds, at])).map(knownFrom);
}

const exceptable = statement<
  [tenantId: string, directoryId: string | null, ruleId: string | null],
  KnownRow
>(
  "identity.exceptable",
  `select ${knownColumns} from identity_findings f
   where f.tenant_id = $1 and ($2::uuid is null or f.directory_id = $2) and ($3::text is null or f.rule_id = $3)
     and f.status in ('open', 'in_progress')`,
);

/** What is open or in progress, of one directory and rule or of all (`null`), in pieces. */
export async function* readExceptable(
  tx: Tx,
  tenantId: string,
  scope: { directoryId: string | null; ruleId: string | null },
  atOnce: number,
): AsyncGenerator<KnownIdentityFinding[]> {
  const { directoryId, ruleId } = scope;
  for await (const rows of tx.cursor(exceptable, [tenantId, directoryId, ruleId], atOnce))
    yield rows.map(knownFrom);
}

const heldBy = statement<[tenantId: string, exceptionId: string, limit: number], KnownRow>(
  "identity.held-by",
  `select ${knownColumns} from identity_findings f
   where f.tenant_id = $1 and f.exception_id = $2 and f.status = 'accepted' limit $3`,
);

/** Some of those that an exception accepts. */
export async function findHeldBy(
  tx: Queryable,
  tenantId: string,
  exceptionId: string,
  limit: number,
): Promise<KnownIdentityFinding[]> {
  return (await tx.run(heldBy, [tenantId, exceptionId, limit])).map(knownFrom);
}

const expired = statement<[tenantId: string, now: number, limit: number], KnownRow>(
  "identity.expired",
  `select ${knownColumns} from identity_findings f
   where f.tenant_id = $1 and f.status = 'accepted' and f.accepted_until <= $2
   order by f.accepted_until limit $3`,
);

/** Some of those whose acceptance is over, the longest ago first. */
export async function findExpired(
  tx: Queryable,
  tenantId: string,
  now: number,
  limit: number,
): Promise<KnownIdentityFinding[]> {
  return (await tx.run(expired, [tenantId, now, limit])).map(knownFrom);
}

const known = statement<[tenantId: string, id: string], KnownRow>(
  "identity.known",
  `select ${knownColumns} from identity_findings f where f.tenant_id = $1 and f.id = $2`,
);

/** @returns `null` when the tenant has no such identity finding. */
export async function findKnownIdentityFinding(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<KnownIdentityFinding | null> {
  const [row] = await tx.run(known, [tenantId, id]);
  return row === undefined ? null : knownFrom(row);
}

/** Tenants with exceptions or acceptances whose time is over. */
export const tenantsWithExpired = statement<[now: number], { tenantId: string }>(
  "identity.tenants-with-expired",
  `select tenant_id as "tenantId" from identity_findings where status = 'accepted' and accepted_until <= $1
   union select tenant_id from identity_exceptions where ended_at is null and expires_at <= $1`,
);

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

function knownFrom(row: KnownRow): KnownIdentityFinding {
  return {
    id: row.id,
    directoryId: row.directory_id,
    ruleId: row.rule_id,
    targetId: row.target_id,
    targetName: row.target_name,
    contentHash: row.content_hash,
    exceptionId: row.exception_id,
    status: row.status,
    statusAt: row.status_at,
    acceptedUntil: row.accepted_until,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    reopenedAt: row.reopened_at,
    resolvedAt: row.resolved_at,
    seenAt: { assessment: row.seen_at },
  };
}
