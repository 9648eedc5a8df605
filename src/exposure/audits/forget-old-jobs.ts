import type { Database } from "#platform/db";
import { deleteOldArfs, deleteOldJobs, listOldArfs, lockOldJobs } from "./forgotten-job.queries.ts";

/** Rows that one transaction deletes: a second's work, so that nobody waits for it. */
const rowsAtOnce = 1000;

/**
 * Deletes a tenant's ARFs that came before a time; then the jobs that ended before it, but those whose ARF is kept, and the
 * newest of each audit on each host. Interrupted, it goes on the next time.
 *
 * @param before Unix epoch milliseconds.
 * @returns how many of each.
 */
export async function forgetOldJobs(
  database: Database,
  tenantId: string,
  before: number,
): Promise<{ arfs: number; jobs: number }> {
  const db = database.forTenant(tenantId);
  let arfs = 0;
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; arfs += deleted) {
    const old = await listOldArfs(db, tenantId, before, rowsAtOnce);
    await db.run(deleteOldArfs, [tenantId, old, before]);
    deleted = old.length;
  }
  let jobs = 0;
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; jobs += deleted) {
    deleted = await database.transaction(tenantId, async (tx) => {
      const old = await lockOldJobs(tx, tenantId, before, rowsAtOnce);
      return (await tx.run(deleteOldJobs, [tenantId, old])).length;
    });
  }
  return { arfs, jobs };
}
