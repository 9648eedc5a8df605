import type { Context } from "#platform/context";
import { findAuditId } from "./audit.queries.ts";
import { type JobReport, listJobsOfBatch, listNewestJobs } from "./job-report.queries.ts";
import { noSuchAudit } from "./no-such-audit.ts";

/**
 * How it goes with the jobs that were asked for together, by host; cheap enough to ask every second. None once their audit
 * was deleted.
 */
export async function readBatch(context: Context, batchId: string): Promise<JobReport[]> {
  const { tenantId, database } = context;
  return listJobsOfBatch(database.forTenant(tenantId), tenantId, batchId);
}

/**
 * How it goes with an audit, by host: its newest job on each that had one.
 *
 * @throws Problem `not_found`.
 */
export async function readNewestJobs(
  context: Context,
  { name }: { name: string },
): Promise<JobReport[]> {
  const { tenantId, database } = context;
  const db = database.forTenant(tenantId);
  const auditId = await findAuditId(db, tenantId, name);
  if (auditId === null) throw noSuchAudit(name);
  return listNewestJobs(db, tenantId, auditId);
}
