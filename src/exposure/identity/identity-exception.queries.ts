import { type Queryable, statement } from "#platform/db";
import type { ExceptionScope } from "./match-exception.ts";

/** What somebody answers for not minding. Times are Unix epoch milliseconds. */
export interface IdentityException extends ExceptionScope {
  readonly createdAt: number;
  readonly createdBy: string;
}

const columns = `e.id, e.directory_id as "directoryId", e.rule_id as "ruleId", e.target, e.reason, e.owner,
     e.expires_at as "expiresAt", e.created_at as "createdAt", e.created_by as "createdBy"`;

const insertStatement = statement<
  [
    tenantId: string,
    id: string,
    directoryId: string | null,
    ruleId: string | null,
    target: string | null,
    reason: string,
    owner: string,
    expiresAt: number | null,
    createdAt: number,
    createdBy: string,
  ],
  never
>(
  "identity-exceptions.insert",
  `insert into identity_exceptions (tenant_id, id, directory_id, rule_id, target, reason, owner, expires_at, created_at,
     created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** Adds an exception. */
export async function insertIdentityException(
  tx: Queryable,
  tenantId: string,
  one: IdentityException,
): Promise<void> {
  const { id, directoryId, ruleId, target, reason, owner, expiresAt, createdAt, createdBy } = one;
  const said = [reason, owner, expiresAt, createdAt, createdBy] as const;
  await tx.run(insertStatement, [tenantId, id, directoryId, ruleId, target, ...said]);
}

const holdingStatement = statement<
  [tenantId: string, directoryId: string | null],
  IdentityException
>(
  "identity-exceptions.holding",
  `select ${columns} from identity_exceptions e
   where e.tenant_id = $1 and e.ended_at is null and ($2::uuid is null or e.directory_id is null or e.directory_id = $2)`,
);

/**
 * Those that nobody ended, expired ones included.
 *
 * @param directoryId those that hold there; `null`: wherever.
 */
export async function listHoldingExceptions(
  db: Queryable,
  tenantId: string,
  directoryId: string | null,
): Promise<IdentityException[]> {
  return db.run(holdingStatement, [tenantId, directoryId]);
}

/** An exception as people are shown it. */
export interface IdentityExceptionOverview extends IdentityException {
  readonly directoryName: string | null;
  readonly endedAt: number | null;
  /** Who ended it; `null`: its time was over. */
  readonly endedBy: string | null;
  /** How many findings it accepts now. */
  readonly findings: number;
}

/** All there ever were, the newest first. */
export const listAllIdentityExceptions = statement<[tenantId: string], IdentityExceptionOverview>(
  "identity-exceptions.overview",
  `select ${columns}, d.name as "directoryName", e.ended_at as "endedAt", e.ended_by as "endedBy",
     (select count(*) from identity_findings f where f.tenant_id = e.tenant_id and f.exception_id = e.id) as findings
   from identity_exceptions e
   left join directories d on d.tenant_id = e.tenant_id and d.id = e.directory_id
   where e.tenant_id = $1 order by e.created_at desc, e.id desc`,
);

const endStatement = statement<
  [tenantId: string, id: string, at: number, by: string],
  { id: string }
>(
  "identity-exceptions.end",
  `update identity_exceptions set ended_at = $3, ended_by = $4
   where tenant_id = $1 and id = $2 and ended_at is null returning id`,
);

/** @returns false when the tenant has no such exception, or it has ended before. */
export async function updateIdentityExceptionEnded(
  tx: Queryable,
  tenantId: string,
  id: string,
  end: { at: number; by: string },
): Promise<boolean> {
  const ended = await tx.run(endStatement, [tenantId, id, end.at, end.by]);
  return ended.length > 0;
}

/** Ends those whose time is over, each at its time. */
export const endExpiredExceptions = statement<[tenantId: string, now: number], never>(
  "identity-exceptions.end-expired",
  `update identity_exceptions set ended_at = expires_at
   where tenant_id = $1 and ended_at is null and expires_at <= $2`,
);

const directoryStatement = statement<[tenantId: string, name: string], { id: string }>(
  "identity-exceptions.directory",
  "select id from directories where tenant_id = $1 and name = $2",
);

/** @returns `null` when the tenant has no directory of that name. */
export async function findDirectoryId(
  db: Queryable,
  tenantId: string,
  name: string,
): Promise<string | null> {
  const [row] = await db.run(directoryStatement, [tenantId, name]);
  return row?.id ?? null;
}
