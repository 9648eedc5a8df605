import { type Queryable, statement } from "#platform/db";
import type { ExposureOverview } from "./exposure-overview.ts";

type Companies = readonly string[] | null;

/** At most so many of each kind: who has more of them has one reason for all. */
const mostOfKind = 20;

/** What failed when it was last tried, the newest first. @param companyIds what the person may see; `null`: all. */
export async function listFailures(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
): Promise<ExposureOverview["failures"]> {
  return db.run(failuresStatement, [tenantId, companyIds]);
}

const failuresStatement = statement<
  readonly [tenantId: string, companyIds: Companies],
  ExposureOverview["failures"][number]
>(
  "exposure.overview.failures",
  `(select 'scan' as kind, t.id, t.name, greatest(t.last_attempt_at, t.last_run_at) as at, null::int as hosts,
      t.last_error as error
    from scans t join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    where t.tenant_id = $1 and t.last_error is not null and ($2::uuid[] is null or s.company_id = any($2::uuid[]))
    order by at desc nulls last, t.id limit ${mostOfKind})
   union all
   (select 'assessment', t.id, t.name, greatest(t.last_attempt_at, t.last_run_at) as at, null, t.last_error
    from directories t left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    where t.tenant_id = $1 and t.last_error is not null and ($2::uuid[] is null or s.company_id = any($2::uuid[]))
    order by at desc nulls last, t.id limit ${mostOfKind})
   union all
   (select 'audit', t.id, t.name, coalesce(jobs.at, t.last_run_at) as at, jobs.hosts,
      coalesce(jobs.error, t.last_error)
    from audits t
    -- The hosts of its newest round that failed.
    left join lateral (
      select count(*)::int as hosts, max(j.finished_at) as at, min(j.error) as error
      from audit_jobs j
      join agents g on g.tenant_id = j.tenant_id and g.id = j.agent_id
      left join assets a on a.tenant_id = g.tenant_id and a.id = g.asset_id
      where j.tenant_id = t.tenant_id and j.state = 'failed'
        and ($2::uuid[] is null or a.company_id = any($2::uuid[]))
        and j.batch_id = (select n.batch_id from audit_jobs n where n.tenant_id = t.tenant_id and n.audit_id = t.id
          order by n.created_at desc, n.id limit 1)
      having count(*) > 0
    ) as jobs on true
    where t.tenant_id = $1 and (jobs.hosts is not null or (t.last_error is not null and $2::uuid[] is null))
    order by at desc nulls last, t.id limit ${mostOfKind})
   order by at desc nulls last, id`,
);

/** Agents that were last heard of before a time, the longest silent last, and how many there are. */
export async function listSilentAgents(
  db: Queryable,
  tenantId: string,
  before: number,
): Promise<{ id: string; name: string; lastSeenAt: number; total: number }[]> {
  return db.run(agentsStatement, [tenantId, before]);
}

const agentsStatement = statement<
  readonly [tenantId: string, before: number],
  { id: string; name: string; lastSeenAt: number; total: number }
>(
  "exposure.overview.silent-agents",
  `select id, name, coalesce(last_seen_at, enrolled_at) as "lastSeenAt", (count(*) over ())::int as total
   from agents
   where tenant_id = $1 and status = 'active' and coalesce(last_seen_at, enrolled_at) < $2
   order by 3 desc, id limit ${mostOfKind}`,
);

/** Open findings of identity by severity; 0 is CRITICAL. */
export async function countOpenIdentity(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
): Promise<{ rank: number; open: number }[]> {
  return db.run(identityStatement, [tenantId, companyIds]);
}

const identityStatement = statement<
  readonly [tenantId: string, companyIds: Companies],
  { rank: number; open: number }
>(
  "exposure.overview.identity",
  `select t.severity_rank as rank, count(*)::int as open
   from identity_findings t
   where t.tenant_id = $1 and t.status in ('open', 'in_progress') and ($2::uuid[] is null or t.directory_id in (
     select d.id from directories d join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id
     where d.tenant_id = $1 and s.company_id = any($2::uuid[])))
   group by 1`,
);

/** Which first steps were taken; what is not the person's own does not count. */
export async function findFirstSteps(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
): Promise<{ sites: boolean; scans: boolean; agents: boolean }> {
  const [row] = await db.run(firstStepsStatement, [tenantId, companyIds]);
  return row ?? { sites: false, scans: false, agents: false };
}

const firstStepsStatement = statement<
  readonly [tenantId: string, companyIds: Companies],
  { sites: boolean; scans: boolean; agents: boolean }
>(
  "exposure.overview.first-steps",
  `select
     exists (select 1 from sites s where s.tenant_id = $1 and ($2::uuid[] is null or s.company_id = any($2::uuid[]))) as sites,
     exists (select 1 from scans t join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
       where t.tenant_id = $1 and ($2::uuid[] is null or s.company_id = any($2::uuid[]))) as scans,
     exists (select 1 from agents g left join assets a on a.tenant_id = g.tenant_id and a.id = g.asset_id
       where g.tenant_id = $1 and ($2::uuid[] is null or a.company_id = any($2::uuid[]))) as agents`,
);
