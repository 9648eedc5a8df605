import { strippedId } from "#engines/scap";
import { Problem } from "#platform/errors";
import type { ConsoleCaller } from "#platform/http";
import { type AuditOverview, listAuditOverviews } from "./audit.queries.ts";
import type { AuditPage, AuditRow } from "./audit-row.ts";
import { type JobReport, listNewestJobs } from "./job-report.queries.ts";

type Asking = Pick<ConsoleCaller, "database" | "tenantId" | "companyIds">;

/** The audits that somebody may see, by name. */
export async function listAuditsOf({
  database,
  tenantId,
  companyIds,
}: Asking): Promise<AuditRow[]> {
  const audits = await listAuditOverviews(database.forTenant(tenantId), tenantId, companyIds);
  return audits.map(rowOf);
}

/**
 * One audit with how it goes on each host.
 *
 * @throws Problem `not_found` when there is no such audit, or the person may not see it.
 */
export async function readAuditPage(asking: Asking, id: string): Promise<AuditPage> {
  const audit = await requireAudit(asking, id);
  const { database, tenantId } = asking;
  const jobs = await listNewestJobs(database.forTenant(tenantId), tenantId, id);
  return { audit, jobs: jobs.map(jobOf) };
}

/** The audit. @throws Problem `not_found`, as for {@link readAuditPage}. */
export async function requireAudit(asking: Asking, id: string): Promise<AuditRow> {
  const audit = (await listAuditsOf(asking)).find((each) => each.id === id);
  if (audit === undefined) throw new Problem("not_found", "There is no audit with this id.");
  return audit;
}

function rowOf(audit: AuditOverview): AuditRow {
  const { timeLimitSec: _time, memoryLimitMb: _memory, ...row } = audit;
  return { ...row, profile: strippedId(audit.profile), tags: [...audit.tags] };
}

function jobOf(job: JobReport): AuditPage["jobs"][number] {
  const { agentId: _agent, attempts: _attempts, errorCode: _code, ...row } = job;
  return row;
}
