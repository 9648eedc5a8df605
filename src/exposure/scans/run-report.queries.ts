import type { ScanType } from "#engines/scan-types";
import { type Queryable, statement } from "#platform/db";
import type { RunProgress } from "#wire/probe.v1";
import type { RunState } from "./run.ts";

/** A run as people are shown it. */
export interface RunReport {
  id: string;
  scanName: string;
  siteName: string;
  scanType: ScanType;
  state: RunState;
  stopRequested: boolean;
  requestedBy: string;
  /** How often it was handed to its probe: more than once when that was interrupted. */
  attempts: number;
  /** `null`: its probe has not said anything yet. */
  progress: RunProgress | null;
  /** A sentence, unless it is open or completed. */
  error: string | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** `null`: it was removed since. */
  probe: { name: string; status: string; lastSeenAt: number | null } | null;
}

/** One run; `null` when the tenant has none of that id. */
export async function findRunReport(
  db: Queryable,
  tenantId: string,
  runId: string,
): Promise<RunReport | null> {
  const [row] = await db.run(reportStatement, [tenantId, runId]);
  return row ?? null;
}

const reportStatement = statement<readonly [tenantId: string, runId: string], RunReport>(
  "scan-runs.report",
  `select r.id, s.name as "scanName", site.name as "siteName", r.spec ->> 'scanType' as "scanType", r.state,
     r.stop_requested as "stopRequested", r.requested_by as "requestedBy", r.attempts, r.progress, r.error,
     r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt",
     case when p.id is not null then
       jsonb_build_object('name', p.name, 'status', p.status, 'lastSeenAt', p.last_seen_at) end as probe
   from scan_runs r
   join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
   join sites site on site.tenant_id = s.tenant_id and site.id = s.site_id
   left join probes p on p.tenant_id = r.tenant_id and p.id = r.probe_id
   where r.tenant_id = $1 and r.id = $2`,
);

/** What a run found so far. */
export interface RunFigures {
  up: number;
  down: number;
  skipped: number;
  /** Stopped answering, or took too long. */
  dropped: number;
  /** TCP and UDP ports that it saw open. */
  openPorts: number;
  /** Findings that are new, or came back. */
  opened: number;
  resolved: number;
}

/** Counts what a run found. Of open ports, those that no later run saw. */
export async function countRun(
  db: Queryable,
  tenantId: string,
  runId: string,
): Promise<RunFigures> {
  const [row] = await db.run(figuresStatement, [tenantId, runId]);
  if (row === undefined) throw new Error("an aggregate without a row");
  return row;
}

// Services and findings are marked with the time at which the host's report was made, which no two reports of an asset share.
const figuresStatement = statement<readonly [tenantId: string, runId: string], RunFigures>(
  "scan-runs.figures",
  `with hosts as (
     select asset_id, outcome, finished_at from scan_run_hosts where tenant_id = $1 and run_id = $2
   ), events as (
     select e.from_status, e.to_status
     from hosts h
     join findings f on f.tenant_id = $1 and f.asset_id = h.asset_id
     join finding_events e on e.tenant_id = $1 and e.finding_id = f.id and e.at = h.finished_at
     where e.actor_kind = 'system'
   )
   select count(*) filter (where outcome = 'up') as up, count(*) filter (where outcome = 'down') as down,
     count(*) filter (where outcome = 'skipped') as skipped, count(*) filter (where outcome = 'dropped') as dropped,
     (select count(*) from events where to_status = 'open') as opened,
     (select count(*) from events where to_status = 'resolved') as resolved,
     (select count(*) from hosts h join services on services.tenant_id = $1 and services.asset_id = h.asset_id
       and services.last_seen_at = h.finished_at) as "openPorts"
   from hosts`,
);
