import type { ScanSpec } from "#engines/scan-types";
import { notifyProbe } from "#exposure/probes";
import { type Queryable, statement } from "#platform/db";
import { type ReportedRun, type RunState, mostKept } from "./run.ts";

/**
 * Adds a queued run; false when the scan has an open one. Its probe is told when the transaction commits, and what the scan
 * has more than the newest 400 is forgotten.
 */
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
  await tx.run(forgetStatement, [tenantId, scanId, mostKept]);
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

const forgetStatement = statement<readonly [tenantId: string, scanId: string, kept: number], never>(
  "scan-runs.forget",
  `delete from scan_runs where tenant_id = $1 and state not in ('queued', 'running') and id in (
     select id from scan_runs where tenant_id = $1 and scan_id = $2 order by created_at desc, id offset $3)`,
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
