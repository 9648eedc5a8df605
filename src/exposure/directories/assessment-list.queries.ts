import type { AssessmentSummary } from "#exposure/identity";
import { type Queryable, statement } from "#platform/db";
import type { AssessmentReport, AssessmentState } from "./assessment.ts";
import type { Directory, DirectoryHistory } from "./directory.ts";

const columns = `a.id, d.name as "directoryName", a.state, a.progress, a.error, a.requested_by as "requestedBy",
  a.created_at as "createdAt", a.started_at as "startedAt", a.ended_at as "endedAt", a.summary
  from assessments a join directories d on d.tenant_id = a.tenant_id and d.id = a.directory_id`;

/** One assessment; `null` when there is none of that id. */
export async function findAssessment(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<AssessmentReport | null> {
  const [row] = await db.run(findStatement, [tenantId, id]);
  return row ?? null;
}

const findStatement = statement<readonly [tenantId: string, id: string], AssessmentReport>(
  "assessments.find",
  `select ${columns} where a.tenant_id = $1 and a.id = $2`,
);

/** A directory's assessments, the newest first. */
export async function listAssessmentReports(
  db: Queryable,
  tenantId: string,
  directoryId: string,
  limit: number,
): Promise<AssessmentReport[]> {
  return db.run(listStatement, [tenantId, directoryId, limit]);
}

const listStatement = statement<
  readonly [tenantId: string, directoryId: string, limit: number],
  AssessmentReport
>(
  "assessments.list",
  `select ${columns} where a.tenant_id = $1 and a.directory_id = $2 order by a.created_at desc, a.id limit $3`,
);

/** What people are shown of a directory. */
export interface DirectoryOverview extends Directory, DirectoryHistory {
  siteName: string | null;
  probeName: string;
  /** The latest assessment; `null`: there was none. */
  latestAssessmentId: string | null;
  latestAssessmentState: AssessmentState | null;
  /** Why it failed, was stopped, or cannot begin. */
  latestAssessmentError: string | null;
  /** Of the latest that completed. */
  latestSummary: AssessmentSummary | null;
}

/** All directories of a tenant by name, as people know them. */
export async function listDirectoryOverviews(
  db: Queryable,
  tenantId: string,
): Promise<DirectoryOverview[]> {
  return db.run(overviewStatement, [tenantId]);
}

const overviewStatement = statement<readonly [tenantId: string], DirectoryOverview>(
  "directories.list-overviews",
  `select d.id, d.name, d.type, d.site_id as "siteId", d.probe_id as "probeId", d.settings, d.schedule,
     d.time_zone as "timeZone", d.enabled, d.last_run_at as "lastRunAt", d.last_attempt_at as "lastAttemptAt",
     d.next_run_at as "nextRunAt", d.last_error as "lastError", d.facts, site.name as "siteName", p.name as "probeName",
     latest.id as "latestAssessmentId", latest.state as "latestAssessmentState", latest.error as "latestAssessmentError",
     told.summary as "latestSummary"
   from directories d
   left join sites site on site.tenant_id = d.tenant_id and site.id = d.site_id
   join probes p on p.tenant_id = d.tenant_id and p.id = d.probe_id
   left join lateral (
     select a.id, a.state, a.error from assessments a where a.tenant_id = d.tenant_id and a.directory_id = d.id
     order by a.created_at desc, a.id limit 1
   ) as latest on true
   left join lateral (
     select a.summary from assessments a
     where a.tenant_id = d.tenant_id and a.directory_id = d.id and a.summary is not null
     order by a.created_at desc, a.id limit 1
   ) as told on true
   where d.tenant_id = $1 order by d.name, d.id`,
);
