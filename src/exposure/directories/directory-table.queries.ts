import { type Queryable, statement } from "#platform/db";
import type { AssessmentRow, DirectoryRow } from "./directory-row.ts";

const assessment = (
  a: string,
) => `jsonb_build_object('id', ${a}.id, 'state', ${a}.state, 'progress', ${a}.progress,
    'error', ${a}.error, 'stopRequested', ${a}.stop_requested, 'requestedBy', ${a}.requested_by,
    'createdAt', ${a}.created_at, 'startedAt', ${a}.started_at, 'endedAt', ${a}.ended_at, 'score', ${a}.summary -> 'score')`;

/** What the console is told of a directory. `details` are those of its facts. */
type Row = DirectoryRow & { details: Record<string, string> };

/**
 * The tenant's directories by name, as far as the caller's companies go.
 *
 * @param id that one alone; `null`: all.
 * @param mayKnowAccounts false: the names of accounts that read directories are left out of sentences.
 */
export async function listDirectoryRowsFor(
  db: Queryable,
  tenantId: string,
  wanted: { id: string | null; companyIds: readonly string[] | null; mayKnowAccounts: boolean },
): Promise<Row[]> {
  const { id, companyIds, mayKnowAccounts } = wanted;
  return db.run(listStatement, [tenantId, id, companyIds, mayKnowAccounts]);
}

const listStatement = statement<
  readonly [
    tenantId: string,
    id: string | null,
    companyIds: readonly string[] | null,
    mayKnowAccounts: boolean,
  ],
  Row
>(
  "directories.list-for-console",
  `select d.id, d.name, d.type, site.name as "siteName", p.name as "probeName", d.schedule, d.time_zone as timezone, d.enabled,
     d.last_run_at as "lastRunAt", case when d.enabled then d.next_run_at end as "nextRunAt",
     case when $4::boolean then d.last_error
       else replace(d.last_error, coalesce(d.settings ->> 'user', d.settings ->> 'clientId', ''), '…') end as "lastError",
     d.facts ->> 'name' as domain, coalesce(d.facts -> 'counts', '{}') as counts,
     coalesce(d.facts -> 'details', '{}') as details, told.summary -> 'score' as score,
     told.summary -> 'coverage' as coverage, told.summary -> 'open' as open,
     case when latest.id is not null then latest.shown
       || case when $4::boolean then '{}'::jsonb else jsonb_build_object('error',
         replace(latest.error, coalesce(d.settings ->> 'user', d.settings ->> 'clientId', ''), '…')) end
     end as latest
   from directories d
   join probes p on p.tenant_id = d.tenant_id and p.id = d.probe_id
   left join sites site on site.tenant_id = d.tenant_id and site.id = d.site_id
   left join lateral (
     select a.id, a.error, ${assessment("a")} as shown from assessments a
     where a.tenant_id = d.tenant_id and a.directory_id = d.id order by a.created_at desc, a.id limit 1
   ) as latest on true
   left join lateral (
     select a.summary from assessments a
     where a.tenant_id = d.tenant_id and a.directory_id = d.id and a.summary is not null
     order by a.created_at desc, a.id limit 1
   ) as told on true
   where d.tenant_id = $1 and ($2::uuid is null or d.id = $2) and ($3::uuid[] is null or site.company_id = any($3))
   order by lower(d.name), d.id`,
);

/** A directory's assessments, the newest first. */
export async function listAssessmentRows(
  db: Queryable,
  tenantId: string,
  directoryId: string,
  mayKnowAccounts: boolean,
): Promise<AssessmentRow[]> {
  const rows = await db.run(assessmentsStatement, [tenantId, directoryId, mayKnowAccounts]);
  return rows.map(({ shown }) => shown);
}

const assessmentsStatement = statement<
  readonly [tenantId: string, directoryId: string, mayKnowAccounts: boolean],
  { shown: AssessmentRow }
>(
  "assessments.list-for-console",
  `select ${assessment("a")} || case when $3::boolean then '{}'::jsonb else jsonb_build_object('error',
     replace(a.error, coalesce(d.settings ->> 'user', d.settings ->> 'clientId', ''), '…')) end as shown
   from assessments a join directories d on d.tenant_id = a.tenant_id and d.id = a.directory_id
   where a.tenant_id = $1 and a.directory_id = $2 order by a.created_at desc, a.id limit 100`,
);
