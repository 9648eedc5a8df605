import type { Database } from "#platform/db";
import {
  deleteRuns,
  deleteUnusedContents,
  listOldRuns,
  lockUnusedContents,
} from "./forgotten-run.queries.ts";

/** Rows that one transaction deletes: a second's work, so that nobody waits for it. */
const rowsAtOnce = 1000;

/**
 * Deletes a tenant's runs that ended before a time, but never the newest of a host with a bundle and a profile; then the
 * texts of rules that no run and no bundle needs any more. Interrupted, it goes on the next time.
 *
 * @param before Unix epoch milliseconds.
 * @returns how many of each.
 */
export async function forgetOldRuns(
  database: Database,
  tenantId: string,
  before: number,
): Promise<{ runs: number; contents: number }> {
  const db = database.forTenant(tenantId);
  let runs = 0;
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; runs += deleted) {
    const old = await listOldRuns(db, tenantId, before, rowsAtOnce);
    await db.run(deleteRuns, [tenantId, old]);
    deleted = old.length;
  }
  let contents = 0;
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; contents += deleted) {
    deleted = await database.transaction(tenantId, async (tx) => {
      const unused = await lockUnusedContents(tx, tenantId, rowsAtOnce);
      return (await tx.run(deleteUnusedContents, [tenantId, unused])).length;
    });
  }
  return { runs, contents };
}
