import { type Queryable, type Tx, statement } from "#platform/db";

/** As lists order runs: of two that ended at the same time, the one with the smaller id comes first. */
const isLater = `n.bundle_id = r.bundle_id and n.profile_id is not distinct from r.profile_id
  and n.run_at >= r.run_at and (n.run_at > r.run_at or n.id < r.id)`;

/**
 * Some runs that ended before a time, the oldest first, but never the newest of a host with a bundle and a profile: it says
 * how the host stands, however long ago that was. A host is the same when its asset or its agent is; of a run that has
 * neither, when its name is.
 */
export async function listOldRuns(
  db: Queryable,
  tenantId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  return (await db.run(oldRunsStatement, [tenantId, before, limit])).map(({ id }) => id);
}

const oldRunsStatement = statement<
  readonly [tenantId: string, before: number, limit: number],
  { id: string }
>(
  "audit-runs.list-old",
  `select r.id from audit_runs r
   where r.tenant_id = $1 and r.run_at < $2 and (
     exists (select from audit_runs n
       where n.tenant_id = r.tenant_id and n.asset_id = r.asset_id and ${isLater})
     or exists (select from audit_runs n
       where n.tenant_id = r.tenant_id and n.agent_id = r.agent_id and ${isLater})
     or (r.asset_id is null and r.agent_id is null and exists (select from audit_runs n
       where n.tenant_id = r.tenant_id and n.hostname = r.hostname
         and n.asset_id is null and n.agent_id is null and ${isLater})))
   order by r.run_at limit $3`,
);

export const deleteRuns = statement<readonly [tenantId: string, ids: readonly string[]], never>(
  "audit-runs.delete",
  "delete from audit_runs where tenant_id = $1 and id = any($2::uuid[])",
);

/**
 * Some content of a tenant that no run and no bundle needs. It is locked: rows that need it can only come once the
 * transaction has ended, and find then that it is not there.
 */
export async function lockUnusedContents(
  tx: Tx,
  tenantId: string,
  limit: number,
): Promise<string[]> {
  return (await tx.run(lockUnusedStatement, [tenantId, limit])).map(({ sha256 }) => sha256);
}

const isUnused = `
  not exists (select from audit_runs r where r.tenant_id = c.tenant_id and r.texts_sha256 = c.sha256)
  and not exists (select from bundles b where b.tenant_id = c.tenant_id and b.sha256 = c.sha256)`;

const lockUnusedStatement = statement<
  readonly [tenantId: string, limit: number],
  { sha256: string }
>(
  "scap-contents.lock-unused",
  `select c.sha256 from scap_contents c where c.tenant_id = $1 and ${isUnused}
   limit $2 for update of c skip locked`,
);

/** Deletes locked content, but none that was still needed by what committed while it was being locked. */
export const deleteUnusedContents = statement<
  readonly [tenantId: string, hashes: readonly string[]],
  { sha256: string }
>(
  "scap-contents.delete-unused",
  `delete from scap_contents c where c.tenant_id = $1 and c.sha256 = any($2::text[]) and ${isUnused}
   returning c.sha256`,
);
