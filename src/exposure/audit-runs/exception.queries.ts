import { type Queryable, statement } from "#platform/db";
import type { RuleException } from "./exception.ts";

/** Adds an exception. */
export async function insertException(
  tx: Queryable,
  tenantId: string,
  one: RuleException,
): Promise<void> {
  const { id, ruleId, assetId, siteId, tag, reason, owner, expiresAt, createdAt, createdBy } = one;
  await tx.run(insertStatement, [
    tenantId,
    id,
    ruleId,
    assetId,
    siteId,
    tag,
    reason,
    owner,
    expiresAt,
    createdAt,
    createdBy,
  ]);
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    ruleId: string,
    assetId: string | null,
    siteId: string | null,
    tag: string | null,
    reason: string,
    owner: string,
    expiresAt: number | null,
    createdAt: number,
    createdBy: string,
  ],
  never
>(
  "audit-exceptions.insert",
  `insert into audit_exceptions (tenant_id, id, rule_id, asset_id, site_id, tag, reason, owner, expires_at, created_at,
     created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

const columns = `e.id, e.rule_id as "ruleId", e.asset_id as "assetId", e.site_id as "siteId", e.tag, e.reason, e.owner,
     e.expires_at as "expiresAt", e.created_at as "createdAt", e.created_by as "createdBy"`;

/** Those that nobody ended, expired ones included. */
export async function listOpenExceptions(
  db: Queryable,
  tenantId: string,
): Promise<RuleException[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], RuleException>(
  "audit-exceptions.list-open",
  `select ${columns} from audit_exceptions e where e.tenant_id = $1 and e.ended_at is null`,
);

/** An exception as people are shown it. */
export interface ExceptionOverview extends RuleException {
  readonly assetName: string | null;
  readonly siteName: string | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
}

/**
 * All there ever were, the newest first.
 *
 * @param companyIds only those for assets or sites of these companies; `null`: all.
 */
export async function listAllExceptions(
  db: Queryable,
  tenantId: string,
  companyIds: readonly string[] | null,
): Promise<ExceptionOverview[]> {
  return db.run(overviewStatement, [tenantId, companyIds]);
}

const overviewStatement = statement<
  readonly [tenantId: string, companyIds: readonly string[] | null],
  ExceptionOverview
>(
  "audit-exceptions.overview",
  `select ${columns}, coalesce(a.hostname, host(a.ip)) as "assetName", s.name as "siteName", e.ended_at as "endedAt",
     e.ended_by as "endedBy"
   from audit_exceptions e
   left join assets a on a.tenant_id = e.tenant_id and a.id = e.asset_id
   left join sites s on s.tenant_id = e.tenant_id and s.id = e.site_id
   where e.tenant_id = $1
     and ($2::uuid[] is null or a.company_id = any($2) or (e.asset_id is null and s.company_id = any($2)))
   order by e.created_at desc, e.id`,
);

/** @returns its rule; `null` when the tenant has no such exception, or it was ended before. */
export async function updateExceptionEnded(
  tx: Queryable,
  tenantId: string,
  id: string,
  end: { at: number; by: string },
): Promise<{ ruleId: string } | null> {
  const [row] = await tx.run(endStatement, [tenantId, id, end.at, end.by]);
  return row ?? null;
}

const endStatement = statement<
  readonly [tenantId: string, id: string, at: number, by: string],
  { ruleId: string }
>(
  "audit-exceptions.end",
  `update audit_exceptions set ended_at = $3, ended_by = $4 where tenant_id = $1 and id = $2 and ended_at is null
   returning rule_id as "ruleId"`,
);

/** Whether the tenant has them; an asset or site that is null is there. */
export async function arePlacesKnown(
  tx: Queryable,
  tenantId: string,
  { assetId, siteId }: { assetId: string | null; siteId: string | null },
): Promise<{ asset: boolean; site: boolean }> {
  const [row] = await tx.run(placesStatement, [tenantId, assetId, siteId]);
  if (row === undefined) throw new Error("a select without a from has one row");
  return row;
}

const placesStatement = statement<
  readonly [tenantId: string, assetId: string | null, siteId: string | null],
  { asset: boolean; site: boolean }
>(
  "audit-exceptions.places",
  `select $2::uuid is null or exists (select from assets a where a.tenant_id = $1 and a.id = $2) as asset,
     $3::uuid is null or exists (select from sites s where s.tenant_id = $1 and s.id = $3) as site`,
);
