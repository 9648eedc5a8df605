import { forgetAgentsGone } from "#exposure/agents";
import { forgetOldRuns } from "#exposure/audit-runs";
import { forgetOldJobs } from "#exposure/audits";
import type { Database } from "#platform/db";
import type { Log } from "#platform/log";
import { listTenants } from "#platform/tenants";

const dayMs = 86_400_000;

/** How long audits are kept, in days. */
export interface AuditRetention {
  /** Runs, but for the newest of each host with a bundle and a profile; and agents that were revoked. */
  readonly auditDays: number;
  /** ARFs and jobs, but for the newest of each audit on each host. */
  readonly arfDays: number;
}

/**
 * Deletes what is older than it is to be kept: whole results, jobs, runs, texts that nobody needs any more, agents that are
 * gone. In small transactions, beside agents that deliver.
 */
export async function forgetAudits({
  database,
  log,
  now,
  keepAudits,
}: {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
  keepAudits: AuditRetention;
}): Promise<void> {
  const { auditDays, arfDays } = keepAudits;
  for (const { id: tenantId } of await listTenants(database.system)) {
    const { arfs, jobs } = await forgetOldJobs(database, tenantId, now() - arfDays * dayMs);
    const before = now() - auditDays * dayMs;
    const { runs, contents } = await forgetOldRuns(database, tenantId, before);
    const agents = await forgetAgentsGone(database, tenantId, before);
    const deleted = { arfs, jobs, runs, contents, agents };
    if (Object.values(deleted).some((count) => count > 0)) {
      log.info({ tenantId, ...deleted }, "deleted what audits left long ago");
    }
  }
}
