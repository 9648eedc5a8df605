import type { SilentWork } from "#exposure/hand-outs";
import { notifyProbe } from "#exposure/probes";
import { type Queryable, statement } from "#platform/db";
import { mostKept } from "./assessment.ts";

/**
 * Adds a queued assessment; false when the directory has an open one. Its probe is told when the transaction commits, and
 * what the directory has more than the newest 400 is forgotten.
 */
export async function insertAssessment(
  tx: Queryable,
  tenantId: string,
  assessment: {
    id: string;
    directoryId: string;
    probeId: string;
    requestedBy: string;
    createdAt: number;
  },
): Promise<boolean> {
  const { id, directoryId, probeId, requestedBy, createdAt } = assessment;
  const values = [tenantId, id, directoryId, probeId, requestedBy, createdAt] as const;
  const inserted = await tx.run(insertStatement, values);
  if (inserted.length === 0) return false;
  await tx.run(forgetStatement, [tenantId, directoryId, mostKept]);
  await notifyProbe(tx, probeId);
  return true;
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    directoryId: string,
    probeId: string,
    requestedBy: string,
    createdAt: number,
  ],
  { id: string }
>(
  "assessments.insert",
  `insert into assessments (tenant_id, id, directory_id, probe_id, requested_by, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, directory_id) where state in ('queued', 'running') do nothing
   returning id`,
);

const forgetStatement = statement<
  readonly [tenantId: string, directoryId: string, kept: number],
  never
>(
  "assessments.forget",
  `delete from assessments where tenant_id = $1 and state not in ('queued', 'running') and id in (
     select id from assessments where tenant_id = $1 and directory_id = $2 order by created_at desc, id offset $3)`,
);

/**
 * The assessment of a directory that is queued or running, locked for a change. Whoever locks the directory as well does so
 * after this: the end of an assessment comes to both in that order.
 */
export async function lockOpenAssessment(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
): Promise<{
  id: string;
  state: "queued" | "running";
  probeId: string;
  stopRequested: boolean;
} | null> {
  const [row] = await tx.run(lockOpenStatement, [tenantId, directoryId]);
  return row ?? null;
}

const lockOpenStatement = statement<
  readonly [tenantId: string, directoryId: string],
  { id: string; state: "queued" | "running"; probeId: string; stopRequested: boolean }
>(
  "assessments.lock-open",
  `select id, state, probe_id as "probeId", stop_requested as "stopRequested" from assessments
   where tenant_id = $1 and directory_id = $2 and state in ('queued', 'running') for no key update`,
);

export const updateStopRequested = statement<readonly [tenantId: string, id: string], never>(
  "assessments.update-stop-requested",
  "update assessments set stop_requested = true where tenant_id = $1 and id = $2",
);

/** How an assessment ends. */
export interface Ending {
  state: "completed" | "failed" | "stopped";
  /** A sentence, unless completed. */
  error: string | null;
  at: number;
  /** What the directory is; `null`: what was known stays. */
  facts: object | null;
  /** The server ends it without the probe's word. */
  abandoned: boolean;
}

/**
 * Ends an assessment, and says so at its directory unless a later one of it ended before. Nothing happens to one that ended
 * already; but what the server gave up, the probe can still end in its own way.
 *
 * @returns whether it was ended.
 */
export async function updateEnded(
  tx: Queryable,
  tenantId: string,
  id: string,
  { state, error, at, facts, abandoned }: Ending,
): Promise<boolean> {
  const said = facts === null ? null : JSON.stringify(facts);
  return (await tx.run(endStatement, [tenantId, id, state, error, at, said, abandoned])).length > 0;
}

const endStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    state: string,
    error: string | null,
    at: number,
    facts: string | null,
    abandoned: boolean,
  ],
  { id: string }
>(
  "assessments.update-ended",
  `with ended as (
     update assessments set state = $3, error = $4, ended_at = greatest($5::bigint, created_at), abandoned = $7::boolean
     where tenant_id = $1 and id = $2
       and (state in ('queued', 'running') or (abandoned and not $7::boolean))
       -- What was never handed out has no outcome but the server's.
       and ($7::boolean or started_at is not null)
     returning tenant_id, id, directory_id, state, error, created_at, coalesce(started_at, created_at) as began_at
   ), told as (
     update directories d set
       last_run_at = case when e.state = 'completed' then greatest(d.last_run_at, e.began_at) else d.last_run_at end,
       last_error = case when later.ended then d.last_error when e.state = 'completed' then null else e.error end,
       facts = case when e.state <> 'completed' or later.completed then d.facts else coalesce($6::jsonb, d.facts) end
     from ended e, lateral (
       select count(*) > 0 as ended, count(*) filter (where a.state = 'completed') > 0 as completed from assessments a
       where a.tenant_id = e.tenant_id and a.directory_id = e.directory_id and a.created_at > e.created_at
         and a.ended_at is not null) as later
     where d.tenant_id = e.tenant_id and d.id = e.directory_id
   )
   select id from ended`,
);

/** Keeps what an assessment came to. */
export const updateSummary = statement<
  readonly [tenantId: string, id: string, summary: string],
  never
>(
  "assessments.update-summary",
  "update assessments set summary = $3::jsonb where tenant_id = $1 and id = $2",
);

/**
 * Open assessments that nothing is heard of: their probe is gone with all that it was to do, is silent since a time in the
 * midst of it, or has been away for so long that what waits for it waits no more.
 */
export async function listSilentAssessments(
  system: Queryable,
  since: { heardBefore: number; queuedBefore: number },
): Promise<SilentAssessment[]> {
  return system.run(listSilentStatement, [since.heardBefore, since.queuedBefore]);
}

export interface SilentAssessment extends SilentWork {
  directoryName: string;
}

const listSilentStatement = statement<
  readonly [heardBefore: number, queuedBefore: number],
  SilentAssessment
>(
  "assessments.list-silent",
  `select a.tenant_id as "tenantId", a.id, d.name as "directoryName", a.state,
     a.stop_requested as "stopRequested", p.name as "probeName"
   from assessments a join directories d on d.tenant_id = a.tenant_id and d.id = a.directory_id
   left join probes p on p.tenant_id = a.tenant_id and p.id = a.probe_id
   where a.state in ('queued', 'running') and (p.id is null
     or (a.state = 'running' and greatest(coalesce(p.last_seen_at, 0), a.handed_at) < $1)
     or (a.state = 'queued' and greatest(coalesce(p.last_seen_at, 0), a.created_at) < $2))
   order by a.tenant_id, a.id limit 1000`,
);

/** Lets an assessment that waits go to another probe; whether that one can take it shows when it checks in. */
export const updateProbeOfQueued = statement<
  readonly [tenantId: string, directoryId: string, probeId: string],
  never
>(
  "assessments.update-probe-of-queued",
  `update assessments set probe_id = $3, error = null
   where tenant_id = $1 and directory_id = $2 and state = 'queued'`,
);

/** Probes that have open assessments of any of the directories. */
export async function listProbesWithAssessments(
  db: Queryable,
  tenantId: string,
  directoryIds: readonly string[],
): Promise<string[]> {
  const rows = await db.run(probesStatement, [tenantId, directoryIds]);
  return rows.map(({ probeId }) => probeId);
}

const probesStatement = statement<
  readonly [tenantId: string, directoryIds: readonly string[]],
  { probeId: string }
>(
  "assessments.probes",
  `select distinct probe_id as "probeId" from assessments
   where tenant_id = $1 and directory_id = any($2::uuid[]) and state in ('queued', 'running')`,
);

/** Deletes all assessments of some directories. */
export const deleteAssessmentsOf = statement<
  readonly [tenantId: string, directoryIds: readonly string[]],
  never
>(
  "assessments.delete-of-directories",
  "delete from assessments where tenant_id = $1 and directory_id = any($2::uuid[])",
);
