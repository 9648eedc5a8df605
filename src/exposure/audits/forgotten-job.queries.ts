import { type Queryable, type Tx, statement } from "#platform/db";

/** The jobs of some ARFs that came before a time, the oldest first. */
export async function listOldArfs(
  db: Queryable,
  tenantId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  return (await db.run(oldArfsStatement, [tenantId, before, limit])).map(({ jobId }) => jobId);
}

const oldArfsStatement = statement<
  readonly [tenantId: string, before: number, limit: number],
  { jobId: string }
>(
  "audit-arfs.list-old",
  `select job_id as "jobId" from audit_arfs where tenant_id = $1 and received_at < $2
   order by received_at limit $3`,
);

/** Deletes them, but none that came anew meanwhile. */
export const deleteOldArfs = statement<
  readonly [tenantId: string, jobIds: readonly string[], before: number],
  never
>(
  "audit-arfs.delete-old",
  "delete from audit_arfs where tenant_id = $1 and job_id = any($2::uuid[]) and received_at < $3",
);

const hasNoArf = `
  not exists (select from audit_arfs f where f.tenant_id = j.tenant_id and f.job_id = j.id)`;

/**
 * Some jobs that ended before a time, but none that is the newest of its audit on its host, and none whose ARF is kept.
 * They are locked: what their agents send of them waits until the transaction has ended.
 */
export async function lockOldJobs(
  tx: Tx,
  tenantId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  return (await tx.run(lockOldStatement, [tenantId, before, limit])).map(({ id }) => id);
}

const lockOldStatement = statement<
  readonly [tenantId: string, before: number, limit: number],
  { id: string }
>(
  "audit-jobs.lock-old",
  `select j.id from audit_jobs j
   where j.tenant_id = $1 and j.state in ('completed', 'failed', 'stopped') and j.finished_at < $2 and ${hasNoArf}
     and exists (
       select from audit_jobs n
       where n.tenant_id = j.tenant_id and n.audit_id = j.audit_id and n.agent_id = j.agent_id
         and (n.created_at > j.created_at or (n.created_at = j.created_at and n.id < j.id)))
   limit $3 for update of j skip locked`,
);

/** Deletes locked jobs, but none whose ARF came while they were being locked. */
export const deleteOldJobs = statement<
  readonly [tenantId: string, ids: readonly string[]],
  { id: string }
>(
  "audit-jobs.delete-old",
  `delete from audit_jobs j where j.tenant_id = $1 and j.id = any($2::uuid[]) and ${hasNoArf} returning j.id`,
);
