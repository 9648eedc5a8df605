import type { SilentWork } from "#exposure/hand-outs";
import { type Queryable, statement } from "#platform/db";
import type { RunProgress } from "#wire/probe.v1";

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

/**
 * Open runs that nothing is heard of: their probe is gone with all that it was to do, is silent since a time in the midst
 * of it, or has been away for so long that what waits for it waits no more.
 */
export async function listSilentRuns(
  system: Queryable,
  since: { heardBefore: number; queuedBefore: number },
): Promise<SilentRun[]> {
  return system.run(listSilentStatement, [since.heardBefore, since.queuedBefore]);
}

export interface SilentRun extends SilentWork {
  scanName: string;
}

const listSilentStatement = statement<
  readonly [heardBefore: number, queuedBefore: number],
  SilentRun
>(
  "scan-runs.list-silent",
  `select r.tenant_id as "tenantId", r.id, s.name as "scanName", r.state, r.stop_requested as "stopRequested",
     p.name as "probeName"
   from scan_runs r join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
   left join probes p on p.tenant_id = r.tenant_id and p.id = r.probe_id
   where r.state in ('queued', 'running') and (p.id is null
     or (r.state = 'running' and greatest(coalesce(p.last_seen_at, 0), r.started_at) < $1)
     or (r.state = 'queued' and greatest(coalesce(p.last_seen_at, 0), r.created_at) < $2))
   order by r.tenant_id, r.id limit 1000`,
);
