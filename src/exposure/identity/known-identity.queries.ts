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

const knownByIds = statement<[tenantId: string, ids: readonly string[]], KnownRow>(
  "identity.known-by-ids",
  `select ${knownColumns} from identity_findings f where f.tenant_id = $1 and f.id = any($2::uuid[])`,
);

/** Those of the tenant that there are. */
export async function findKnownIdentityFindings(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<KnownIdentityFinding[]> {
  return (await tx.run(knownByIds, [tenantId, ids])).map(knownFrom);
}

/** Tenants with exceptions or acceptances whose time is over. */
export const tenantsWithExpired = statement<[now: number], { tenantId: string }>(
  "identity.tenants-with-expired",
  `select tenant_id as "tenantId" from identity_findings where status = 'accepted' and accepted_until <= $1
   union select tenant_id from identity_exceptions where ended_at is null and expires_at <= $1`,
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
