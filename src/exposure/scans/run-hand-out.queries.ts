import type { ScanSpec } from "#engines/scan-types";
import type { ClosedWork } from "#exposure/hand-outs";
import { type Queryable, statement } from "#platform/db";
import type { RunProgress } from "#wire/probe.v1";
import type { OpenRun } from "./run.ts";

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
