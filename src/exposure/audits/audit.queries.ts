import { type Queryable, statement } from "#platform/db";
import type { Audit, AuditHistory } from "./audit.ts";

const columns = `a.id, a.name, a.bundle_id as "bundleId", a.profile, a.site_id as "siteId", a.tags, a.schedule,
  a.time_zone as "timeZone", a.enabled, a.time_limit_sec as "timeLimitSec", a.memory_limit_mb as "memoryLimitMb",
  a.keep_arf as "keepArf"`;

/** All audits of a tenant, by name. */
export async function listAuditRows(db: Queryable, tenantId: string): Promise<Audit[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], Audit>(
  "audits.list-rows",
  `select ${columns} from audits a where a.tenant_id = $1 order by a.name, a.id`,
);

/** An audit's id by its name. */
export async function findAuditId(
  db: Queryable,
  tenantId: string,
  name: string,
): Promise<string | null> {
  const [row] = await db.run(idStatement, [tenantId, name]);
  return row?.id ?? null;
}

const idStatement = statement<readonly [tenantId: string, name: string], { id: string }>(
  "audits.find-id",
  "select id from audits where tenant_id = $1 and name = $2",
);

/** An audit by its name, locked for a change. */
export async function lockAudit(
  tx: Queryable,
  tenantId: string,
  name: string,
): Promise<Audit | null> {
  const [row] = await tx.run(lockStatement, [tenantId, name]);
  return row ?? null;
}

const lockStatement = statement<readonly [tenantId: string, name: string], Audit>(
  "audits.lock",
  `select ${columns} from audits a where a.tenant_id = $1 and a.name = $2 for no key update`,
);

/** Which audits of the installation are due, the longest waiting first. */
export async function listDueAudits(
  system: Queryable,
  now: number,
): Promise<{ tenantId: string; id: string }[]> {
  return system.run(listDueStatement, [now]);
}

const listDueStatement = statement<readonly [now: number], { tenantId: string; id: string }>(
  "audits.list-due",
  `select tenant_id as "tenantId", id from audits where enabled and next_run_at <= $1
   order by next_run_at, id limit 1000`,
);

/** An audit with the time that it is due for. */
export interface DueAudit extends Audit {
  schedule: string;
  dueAt: number;
}

/** The audit, locked, when it is still due and no other replica has it in hand. */
export async function lockDueAudit(
  tx: Queryable,
  tenantId: string,
  id: string,
  now: number,
): Promise<DueAudit | null> {
  const [row] = await tx.run(lockDueStatement, [tenantId, id, now]);
  return row ?? null;
}

const lockDueStatement = statement<readonly [tenantId: string, id: string, now: number], DueAudit>(
  "audits.lock-due",
  `select ${columns}, a.next_run_at as "dueAt" from audits a
   where a.tenant_id = $1 and a.id = $2 and a.enabled and a.next_run_at <= $3 and a.schedule is not null
   for no key update skip locked`,
);

/** Says when jobs of an audit last began to wait for their hosts. */
export const updateLastRun = statement<
  readonly [tenantId: string, id: string, lastRunAt: number],
  never
>(
  "audits.update-last-run",
  "update audits set last_run_at = greatest(last_run_at, $3) where tenant_id = $1 and id = $2",
);

export const updateLastError = statement<
  readonly [tenantId: string, id: string, lastError: string | null],
  never
>("audits.update-last-error", "update audits set last_error = $3 where tenant_id = $1 and id = $2");

export const updateNextRun = statement<
  readonly [tenantId: string, id: string, nextRunAt: number | null],
  never
>("audits.update-next-run", "update audits set next_run_at = $3 where tenant_id = $1 and id = $2");

/** Adds an audit; its name must be free. */
export async function insertAudit(
  tx: Queryable,
  tenantId: string,
  audit: Audit,
  times: { createdAt: number; nextRunAt: number | null },
): Promise<void> {
  await tx.run(insertStatement, [tenantId, ...valuesOf(audit), times.nextRunAt, times.createdAt]);
}

/** Changes everything of an audit but its history and when it is due next. */
export async function updateAudit(tx: Queryable, tenantId: string, audit: Audit): Promise<void> {
  await tx.run(updateStatement, [tenantId, ...valuesOf(audit)]);
}

type Values = readonly [
  id: string,
  name: string,
  bundleId: string,
  profile: string,
  siteId: string | null,
  tags: readonly string[],
  schedule: string | null,
  timeZone: string,
  enabled: boolean,
  timeLimitSec: number,
  memoryLimitMb: number,
  keepArf: boolean,
];

function valuesOf(audit: Audit): Values {
  const { id, name, bundleId, profile, siteId, tags, schedule, timeZone, enabled } = audit;
  const { timeLimitSec, memoryLimitMb, keepArf } = audit;
  const place = [siteId, tags] as const;
  const limits = [timeLimitSec, memoryLimitMb] as const;
  return [id, name, bundleId, profile, ...place, schedule, timeZone, enabled, ...limits, keepArf];
}

const insertStatement = statement<
  readonly [tenantId: string, ...Values, nextRunAt: number | null, createdAt: number],
  never
>(
  "audits.insert",
  `insert into audits (tenant_id, id, name, bundle_id, profile, site_id, tags, schedule, time_zone, enabled,
     time_limit_sec, memory_limit_mb, keep_arf, next_run_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);

const updateStatement = statement<readonly [tenantId: string, ...Values], never>(
  "audits.update",
  `update audits set name = $3, bundle_id = $4, profile = $5, site_id = $6, tags = $7, schedule = $8, time_zone = $9,
     enabled = $10, time_limit_sec = $11, memory_limit_mb = $12, keep_arf = $13
   where tenant_id = $1 and id = $2`,
);

/** Deletes audits with their jobs. What their runs found stays. */
export const deleteAuditRows = statement<
  readonly [tenantId: string, ids: readonly string[]],
  never
>("audits.delete", "delete from audits where tenant_id = $1 and id = any($2::uuid[])");

/** What people are shown of an audit. */
export interface AuditOverview extends Audit, AuditHistory {
  bundleName: string;
  /** `null`: hosts of all sites. */
  siteName: string | null;
  /** Hosts that it is for now. */
  hosts: number;
  /** Of its jobs. */
  waiting: number;
  running: number;
  /** Hosts on which it came to nothing the last time. */
  failing: number;
}

/**
 * All audits of a tenant by name, as people know them.
 *
 * @param companyIds only those of sites of these companies; `null`: all.
 */
export async function listAuditOverviews(
  db: Queryable,
  tenantId: string,
  companyIds: readonly string[] | null,
): Promise<AuditOverview[]> {
  return db.run(overviewStatement, [tenantId, companyIds]);
}

const overviewStatement = statement<
  readonly [tenantId: string, companyIds: readonly string[] | null],
  AuditOverview
>(
  "audits.list-overviews",
  `select ${columns}, a.last_run_at as "lastRunAt", a.next_run_at as "nextRunAt", a.last_error as "lastError",
     b.name as "bundleName", site.name as "siteName", matching.hosts, open.waiting, open.running, newest.failing
   from audits a
   join bundles b on b.tenant_id = a.tenant_id and b.id = a.bundle_id
   left join sites site on site.tenant_id = a.tenant_id and site.id = a.site_id
   cross join lateral (
     select count(*)::int as hosts from agents g
     where g.tenant_id = a.tenant_id and g.status = 'active'
       and (a.site_id is null or g.site_id = a.site_id) and (a.tags = '{}' or g.tags && a.tags)
   ) as matching
   cross join lateral (
     select count(*) filter (where j.state = 'queued')::int as waiting,
       count(*) filter (where j.state = 'running')::int as running
     from audit_jobs j
     where j.tenant_id = a.tenant_id and j.audit_id = a.id and j.state in ('queued', 'running')
   ) as open
   cross join lateral (
     select count(*)::int as failing from agents g
     cross join lateral (
       select one.state from audit_jobs one
       where one.tenant_id = a.tenant_id and one.audit_id = a.id and one.agent_id = g.id
       order by one.created_at desc, one.id limit 1
     ) as j
     where g.tenant_id = a.tenant_id and g.status = 'active' and j.state = 'failed'
   ) as newest
   where a.tenant_id = $1 and ($2::uuid[] is null or site.company_id = any($2)) order by a.name, a.id`,
);

/** Gives one another name, which must be free. */
export const renameAudit = statement<readonly [tenantId: string, id: string, name: string], never>(
  "audits.rename",
  "update audits set name = $3 where tenant_id = $1 and id = $2",
);
