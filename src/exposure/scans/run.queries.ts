import type { ScanSpec } from "#engines/scan-types";
import type { ClosedWork } from "#exposure/hand-outs";
import { notifyProbe } from "#exposure/probes";
import { type Queryable, statement } from "#platform/db";
import type { RunProgress } from "#wire/probe.v1";
import type { OpenRun, ReportedRun, RunState } from "./run.ts";

/** Adds a queued run; false when the scan has an open one. Its probe is told when the transaction commits. */
export async function insertRun(
  tx: Queryable,
  tenantId: string,
  run: {
    id: string;
    scanId: string;
    siteId: string;
    probeId: string;
    spec: ScanSpec;
    requestedBy: string;
    createdAt: number;
  },
): Promise<boolean> {
  const { id, scanId, siteId, probeId, spec, requestedBy, createdAt } = run;
  const values = [
    id,
    scanId,
    siteId,
    probeId,
    JSON.stringify(spec),
    requestedBy,
    createdAt,
  ] as const;
  const inserted = await tx.run(insertStatement, [tenantId, ...values]);
  if (inserted.length === 0) return false;
  await notifyProbe(tx, probeId);
  return true;
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    scanId: string,
    siteId: string,
    probeId: string,
    spec: string,
    requestedBy: string,
    createdAt: number,
  ],
  { id: string }
>(
  "scan-runs.insert",
  `insert into scan_runs (tenant_id, id, scan_id, site_id, probe_id, spec, requested_by, created_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)
   on conflict (tenant_id, scan_id) where state in ('queued', 'running') do nothing
   returning id`,
);

/**
 * The run of a scan that is queued or running, locked for a change. Whoever locks the scan as well does so after this:
 * the end of a run comes to both in that order.
 */
export async function lockOpenRun(
  tx: Queryable,
  tenantId: string,
  scanId: string,
): Promise<{ id: string; state: "queued" | "running"; createdAt: number } | null> {
  const [row] = await tx.run(lockOpenStatement, [tenantId, scanId]);
  return row ?? null;
}

const lockOpenStatement = statement<
  readonly [tenantId: string, scanId: string],
  { id: string; state: "queued" | "running"; createdAt: number }
>(
  "scan-runs.lock-open",
  `select id, state, created_at as "createdAt" from scan_runs
   where tenant_id = $1 and scan_id = $2 and state in ('queued', 'running') for no key update`,
);

/** One run, locked for a change. */
export async function lockRun(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<{ state: RunState; scanId: string; probeId: string; stopRequested: boolean } | null> {
  const [row] = await tx.run(lockStatement, [tenantId, id]);
  return row ?? null;
}

const lockStatement = statement<
  readonly [tenantId: string, id: string],
  { state: RunState; scanId: string; probeId: string; stopRequested: boolean }
>(
  "scan-runs.lock",
  `select state, scan_id as "scanId", probe_id as "probeId", stop_requested as "stopRequested"
   from scan_runs where tenant_id = $1 and id = $2 for no key update`,
);

export const updateStopRequested = statement<readonly [tenantId: string, id: string], never>(
  "scan-runs.update-stop-requested",
  "update scan_runs set stop_requested = true where tenant_id = $1 and id = $2",
);

/** A probe's queued and running runs, the oldest first. */
export async function listOpenRuns(
  db: Queryable,
  tenantId: string,
  probeId: string,
): Promise<OpenRun[]> {
  return db.run(listOpenStatement, [tenantId, probeId]);
}

const listOpenStatement = statement<readonly [tenantId: string, probeId: string], OpenRun>(
  "scan-runs.list-open",
  `select r.id, s.name as "scanName", r.state, r.stop_requested as "stopRequested", r.attempts,
     r.attempts_in_vain as "attemptsInVain"
   from scan_runs r join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
   where r.tenant_id = $1 and r.probe_id = $2 and r.state in ('queued', 'running')
   order by r.created_at, r.id`,
);

/** Of some of a probe's runs, those that are not open any more. */
export async function listClosedRuns(
  db: Queryable,
  tenantId: string,
  probeId: string,
  ids: readonly string[],
): Promise<ClosedWork[]> {
  return db.run(listClosedStatement, [tenantId, probeId, ids]);
}

const listClosedStatement = statement<
  readonly [tenantId: string, probeId: string, ids: readonly string[]],
  ClosedWork
>(
  "scan-runs.list-closed",
  `select r.id, r.state, r.abandoned_at is not null as abandoned, exists (
       select from scan_runs o
       where o.tenant_id = r.tenant_id and o.scan_id = r.scan_id and o.state in ('queued', 'running')
     ) as "hasSuccessor"
   from scan_runs r
   where r.tenant_id = $1 and r.probe_id = $2 and r.id = any($3::uuid[]) and r.state not in ('queued', 'running')`,
);

/**
 * Marks a run as handed to its probe.
 *
 * @param attempts how often it was before; another number in the row means that another check-in was faster.
 * @returns what it is to do, or `null` when it was handed out or ended meanwhile.
 */
export async function updateHanded(
  tx: Queryable,
  tenantId: string,
  run: { id: string; attempts: number },
  now: number,
): Promise<ScanSpec | null> {
  const [row] = await tx.run(handStatement, [tenantId, run.id, run.attempts, now]);
  return row?.spec ?? null;
}

const handStatement = statement<
  readonly [tenantId: string, id: string, attempts: number, now: number],
  { spec: ScanSpec }
>(
  "scan-runs.update-handed",
  `update scan_runs set state = 'running', attempts = attempts + 1,
     attempts_in_vain = attempts_in_vain + 1, started_at = coalesce(started_at, $4)
   where tenant_id = $1 and id = $2 and attempts = $3 and state in ('queued', 'running') and not stop_requested
   returning spec`,
);

/** Lets a run that was given up run on. Nothing happens when its scan has another open run. */
export const updateRevived = statement<readonly [tenantId: string, id: string], { id: string }>(
  "scan-runs.update-revived",
  `update scan_runs r set state = 'running', error = null, finished_at = null, abandoned_at = null
   where r.tenant_id = $1 and r.id = $2 and r.state = 'failed' and r.abandoned_at is not null and not exists (
     select from scan_runs o
     where o.tenant_id = r.tenant_id and o.scan_id = r.scan_id and o.state in ('queued', 'running'))
   returning id`,
);

/**
 * Keeps how far running runs are; rows in which nothing changes are not written. A check-in waits for nothing: of a run
 * whose reports are being saved, the next one will tell.
 *
 * @returns the ids of those that got on.
 */
export async function saveProgress(
  db: Queryable,
  tenantId: string,
  probeId: string,
  progress: readonly { id: string; progress: RunProgress }[],
): Promise<string[]> {
  if (progress.length === 0) return [];
  const moved = await db.run(progressStatement, [
    tenantId,
    probeId,
    progress.map(({ id }) => id),
    progress.map((each) => JSON.stringify(each.progress)),
  ]);
  return moved.map(({ id }) => id);
}

const progressStatement = statement<
  readonly [tenantId: string, probeId: string, ids: readonly string[], progress: readonly string[]],
  { id: string }
>(
  "scan-runs.save-progress",
  `update scan_runs r set progress = said.progress::jsonb
   from unnest($3::uuid[], $4::text[]) as said (id, progress)
   where r.tenant_id = $1 and r.id = said.id and r.progress is distinct from said.progress::jsonb
     and r.id in (
       select free.id from scan_runs free
       where free.tenant_id = $1 and free.probe_id = $2 and free.id = any($3::uuid[]) and free.state = 'running'
       for no key update skip locked)
   returning r.id`,
);

/** Locks runs of a probe, in the order of their ids, and says what their messages are about. */
export async function lockReportedRuns(
  tx: Queryable,
  tenantId: string,
  probeId: string,
  ids: readonly string[],
): Promise<ReportedRun[]> {
  return tx.run(lockReportedStatement, [tenantId, probeId, ids]);
}

const lockReportedStatement = statement<
  readonly [tenantId: string, probeId: string, ids: readonly string[]],
  ReportedRun
>(
  "scan-runs.lock-reported",
  `select r.id, r.scan_id as "scanId", s.id as "siteId", r.state, r.spec, r.created_at as "createdAt",
     r.started_at as "startedAt"
   from scan_runs r left join sites s on s.tenant_id = r.tenant_id and s.id = r.site_id
   where r.tenant_id = $1 and r.probe_id = $2 and r.id = any($3::uuid[])
   order by r.id for no key update of r`,
);

/** How a run ends. */
export interface Ending {
  state: "completed" | "failed" | "stopped";
  /** A sentence, unless completed. */
  error: string | null;
  at: number;
  /** The last word on it; `null`: what was known stays. */
  progress: RunProgress | null;
  /** The server ends it without the probe's word. */
  abandoned: boolean;
}

/**
 * Ends a run, and says so at its scan unless a later run of it ended before. Nothing happens to a run that ended
 * already; but what the server gave up, the probe can still end in its own way.
 *
 * @returns whether it was ended.
 */
export async function updateEnded(
  tx: Queryable,
  tenantId: string,
  id: string,
  ending: Ending,
): Promise<boolean> {
  const { state, error, at, progress, abandoned } = ending;
  const said = progress === null ? null : JSON.stringify(progress);
  const ended = await tx.run(endStatement, [tenantId, id, state, error, at, said, abandoned]);
  return ended.length > 0;
}

const endStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    state: string,
    error: string | null,
    at: number,
    progress: string | null,
    abandoned: boolean,
  ],
  { id: string }
>(
  "scan-runs.update-ended",
  `with ended as (
     update scan_runs set state = $3, error = $4, finished_at = $5::bigint, progress = coalesce($6::jsonb, progress),
       abandoned_at = case when $7::boolean then $5::bigint end
     where tenant_id = $1 and id = $2
       and (state in ('queued', 'running') or (abandoned_at is not null and not $7::boolean))
     returning tenant_id, id, scan_id, state, error, created_at, coalesce(started_at, created_at) as began_at
   ), told as (
     update scans s set
       last_run_at = case when e.state = 'completed' then greatest(s.last_run_at, e.began_at) else s.last_run_at end,
       last_error = case when later.ended then s.last_error when e.state = 'completed' then null else e.error end
     from ended e, lateral (
       select exists (
         select from scan_runs r
         where r.tenant_id = e.tenant_id and r.scan_id = e.scan_id and r.created_at > e.created_at
           and r.finished_at is not null
       ) as ended) as later
     where s.tenant_id = e.tenant_id and s.id = e.scan_id
   )
   select id from ended`,
);

/** Open runs whose probe was not heard of since a time, or is gone with all that it was to do. */
export async function listSilentRuns(system: Queryable, heardBefore: number): Promise<SilentRun[]> {
  return system.run(listSilentStatement, [heardBefore]);
}

export interface SilentRun {
  tenantId: string;
  id: string;
  scanName: string;
  stopRequested: boolean;
  /** `null`: it was removed. */
  probeName: string | null;
}

const listSilentStatement = statement<readonly [heardBefore: number], SilentRun>(
  "scan-runs.list-silent",
  `select r.tenant_id as "tenantId", r.id, s.name as "scanName", r.stop_requested as "stopRequested",
     p.name as "probeName"
   from scan_runs r join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
   left join probes p on p.tenant_id = r.tenant_id and p.id = r.probe_id
   where r.state in ('queued', 'running') and (p.id is null
     or (r.state = 'running' and greatest(coalesce(p.last_seen_at, 0), r.started_at) < $1))
   order by r.tenant_id, r.id limit 1000`,
);

/** Lets a run that waits go to another probe. */
export const updateProbeOfQueued = statement<
  readonly [tenantId: string, scanId: string, probeId: string],
  never
>(
  "scan-runs.update-probe-of-queued",
  "update scan_runs set probe_id = $3 where tenant_id = $1 and scan_id = $2 and state = 'queued'",
);

/** Probes that have open runs of any of the scans. */
export async function listProbesWithRuns(
  db: Queryable,
  tenantId: string,
  scanIds: readonly string[],
): Promise<string[]> {
  const rows = await db.run(probesWithRunsStatement, [tenantId, scanIds]);
  return rows.map(({ probeId }) => probeId);
}

const probesWithRunsStatement = statement<
  readonly [tenantId: string, scanIds: readonly string[]],
  { probeId: string }
>(
  "scan-runs.probes-with-runs",
  `select distinct probe_id as "probeId" from scan_runs
   where tenant_id = $1 and scan_id = any($2::uuid[]) and state in ('queued', 'running')`,
);
