import { type Queryable, statement } from "#platform/db";
import type { RunState } from "./run.ts";
import type { Scan, ScanHistory, ScanSettings } from "./scan.ts";

const columns = `s.id, s.name, s.site_id as "siteId", s.probe_id as "probeId", s.scan_type as "scanType", s.targets,
  s.schedule, s.time_zone as "timeZone", s.enabled, s.settings`;

/** All scans of a tenant, by name. */
export async function listScanRows(db: Queryable, tenantId: string): Promise<Scan[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], Scan>(
  "scans.list-rows",
  `select ${columns} from scans s where s.tenant_id = $1 order by s.name, s.id`,
);

/** A scan's id by its name. */
export async function findScanId(
  db: Queryable,
  tenantId: string,
  name: string,
): Promise<string | null> {
  const [row] = await db.run(idStatement, [tenantId, name]);
  return row?.id ?? null;
}

const idStatement = statement<readonly [tenantId: string, name: string], { id: string }>(
  "scans.find-id",
  "select id from scans where tenant_id = $1 and name = $2",
);

/** A scan, locked for a change. */
export async function lockScan(tx: Queryable, tenantId: string, id: string): Promise<Scan | null> {
  const [row] = await tx.run(lockStatement, [tenantId, id]);
  return row ?? null;
}

const lockStatement = statement<readonly [tenantId: string, id: string], Scan>(
  "scans.lock",
  `select ${columns} from scans s where s.tenant_id = $1 and s.id = $2 for no key update`,
);

/** Which scans of the installation are due, the longest waiting first. */
export async function listDueScans(
  system: Queryable,
  now: number,
): Promise<{ tenantId: string; id: string }[]> {
  return system.run(listDueStatement, [now]);
}

const listDueStatement = statement<readonly [now: number], { tenantId: string; id: string }>(
  "scans.list-due",
  `select tenant_id as "tenantId", id from scans where enabled and next_run_at <= $1
   order by next_run_at, id limit 1000`,
);

/** A scan with the time that it is due for. */
export interface DueScan extends Scan {
  schedule: string;
  dueAt: number;
}

/** The scan, locked, when it is still due and no other replica has it in hand. */
export async function lockDueScan(
  tx: Queryable,
  tenantId: string,
  id: string,
  now: number,
): Promise<DueScan | null> {
  const [row] = await tx.run(lockDueStatement, [tenantId, id, now]);
  return row ?? null;
}

const lockDueStatement = statement<readonly [tenantId: string, id: string, now: number], DueScan>(
  "scans.lock-due",
  `select ${columns}, s.next_run_at as "dueAt" from scans s
   where s.tenant_id = $1 and s.id = $2 and s.enabled and s.next_run_at <= $3 and s.schedule is not null
   for no key update skip locked`,
);

/** Says that a run was asked for or due; what went wrong with it at once, if something did. */
export async function updateAttempted(
  tx: Queryable,
  tenantId: string,
  id: string,
  attempt: { at: number; error: string | null },
): Promise<void> {
  await tx.run(attemptedStatement, [tenantId, id, attempt.at, attempt.error]);
}

const attemptedStatement = statement<
  readonly [tenantId: string, id: string, at: number, error: string | null],
  never
>(
  "scans.update-attempted",
  `update scans set last_attempt_at = greatest(last_attempt_at, $3), last_error = coalesce($4, last_error)
   where tenant_id = $1 and id = $2`,
);

export const updateNextRun = statement<
  readonly [tenantId: string, id: string, nextRunAt: number | null],
  never
>("scans.update-next-run", "update scans set next_run_at = $3 where tenant_id = $1 and id = $2");

/** Adds a scan; its name must be free. */
export async function insertScan(
  tx: Queryable,
  tenantId: string,
  scan: Scan,
  times: { createdAt: number; nextRunAt: number | null },
): Promise<void> {
  await tx.run(insertStatement, [tenantId, ...valuesOf(scan), times.nextRunAt, times.createdAt]);
}

/** Changes everything of a scan but its history and when it is due next. */
export async function updateScan(tx: Queryable, tenantId: string, scan: Scan): Promise<void> {
  await tx.run(updateStatement, [tenantId, ...valuesOf(scan)]);
}

type Values = readonly [
  id: string,
  name: string,
  siteId: string,
  probeId: string,
  scanType: string,
  targets: readonly string[],
  schedule: string | null,
  timeZone: string,
  enabled: boolean,
  settings: string,
];

function valuesOf(scan: Scan): Values {
  const { id, name, siteId, probeId, scanType, targets, schedule, timeZone, enabled } = scan;
  const settings = JSON.stringify(scan.settings satisfies ScanSettings);
  return [id, name, siteId, probeId, scanType, targets, schedule, timeZone, enabled, settings];
}

const insertStatement = statement<
  readonly [tenantId: string, ...Values, nextRunAt: number | null, createdAt: number],
  never
>(
  "scans.insert",
  `insert into scans (tenant_id, id, name, site_id, probe_id, scan_type, targets, schedule, time_zone, enabled, settings,
     next_run_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13)`,
);

const updateStatement = statement<readonly [tenantId: string, ...Values], never>(
  "scans.update",
  `update scans set name = $3, site_id = $4, probe_id = $5, scan_type = $6, targets = $7, schedule = $8, time_zone = $9,
     enabled = $10, settings = $11::jsonb
   where tenant_id = $1 and id = $2`,
);

/** Deletes scans with their runs. */
export const deleteScanRows = statement<readonly [tenantId: string, ids: readonly string[]], never>(
  "scans.delete",
  "delete from scans where tenant_id = $1 and id = any($2::uuid[])",
);

/** What people are shown of a scan. */
export interface ScanOverview extends Scan, ScanHistory {
  siteName: string;
  probeName: string;
  /** The latest run's id and state; `null`: there was none. */
  latestRunId: string | null;
  latestRunState: RunState | null;
}

/** All scans of a tenant by name, as people know them. */
export async function listScanOverviews(db: Queryable, tenantId: string): Promise<ScanOverview[]> {
  return db.run(overviewStatement, [tenantId]);
}

const overviewStatement = statement<readonly [tenantId: string], ScanOverview>(
  "scans.list-overviews",
  `select ${columns}, s.last_run_at as "lastRunAt", s.last_attempt_at as "lastAttemptAt", s.next_run_at as "nextRunAt",
     s.last_error as "lastError", site.name as "siteName", p.name as "probeName",
     latest.id as "latestRunId", latest.state as "latestRunState"
   from scans s
   join sites site on site.tenant_id = s.tenant_id and site.id = s.site_id
   join probes p on p.tenant_id = s.tenant_id and p.id = s.probe_id
   left join lateral (
     select r.id, r.state from scan_runs r where r.tenant_id = s.tenant_id and r.scan_id = s.id
     order by r.created_at desc, r.id limit 1
   ) as latest on true
   where s.tenant_id = $1 order by s.name, s.id`,
);

/** Gives one another name, which must be free. */
export const renameScan = statement<readonly [tenantId: string, id: string, name: string], never>(
  "scans.rename",
  "update scans set name = $3 where tenant_id = $1 and id = $2",
);
