import type { ClosedWork } from "#exposure/hand-outs";
import { type Queryable, statement } from "#platform/db";
import type { AuditProgress } from "#wire/agent.v1";
import type { AuditSpec } from "./audit.ts";
import type { OpenJob } from "./job.ts";

/** An agent's queued and running jobs, the oldest first. */
export async function listOpenJobs(
  db: Queryable,
  tenantId: string,
  agentId: string,
): Promise<OpenJob[]> {
  return db.run(listOpenStatement, [tenantId, agentId]);
}

const listOpenStatement = statement<readonly [tenantId: string, agentId: string], OpenJob>(
  "audit-jobs.list-open",
  `select id, state, stop_requested as "stopRequested", attempts from audit_jobs
   where tenant_id = $1 and agent_id = $2 and state in ('queued', 'running')
   order by created_at, id`,
);

/** Of some of an agent's jobs, those that are not open any more. */
export async function listClosedJobs(
  db: Queryable,
  tenantId: string,
  agentId: string,
  ids: readonly string[],
): Promise<ClosedWork[]> {
  return db.run(listClosedStatement, [tenantId, agentId, ids]);
}

const listClosedStatement = statement<
  readonly [tenantId: string, agentId: string, ids: readonly string[]],
  ClosedWork
>(
  "audit-jobs.list-closed",
  `select j.id, j.state, j.abandoned_at is not null as abandoned, exists (
       select from audit_jobs o
       where o.tenant_id = j.tenant_id and o.audit_id = j.audit_id and o.agent_id = j.agent_id
         and o.state in ('queued', 'running')
     ) as "hasSuccessor"
   from audit_jobs j
   where j.tenant_id = $1 and j.agent_id = $2 and j.id = any($3::uuid[]) and j.state not in ('queued', 'running')`,
);

/** What is handed out. */
export interface HandedJob {
  spec: AuditSpec;
  bundleId: string;
}

/**
 * Marks a job as handed to its agent.
 *
 * @param job.attempts how often it was before; another number in the row means that another check-in was faster.
 * @returns what it is to do, or `null` when it was handed out or ended meanwhile.
 */
export async function updateHanded(
  tx: Queryable,
  tenantId: string,
  job: { id: string; attempts: number },
  now: number,
): Promise<HandedJob | null> {
  const [row] = await tx.run(handStatement, [tenantId, job.id, job.attempts, now]);
  return row ?? null;
}

const handStatement = statement<
  readonly [tenantId: string, id: string, attempts: number, now: number],
  HandedJob
>(
  "audit-jobs.update-handed",
  `update audit_jobs j set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, $4), progress = null
   from audits a
   where j.tenant_id = $1 and j.id = $2 and j.attempts = $3 and j.state in ('queued', 'running') and not j.stop_requested
     and a.tenant_id = j.tenant_id and a.id = j.audit_id
   returning j.spec, a.bundle_id as "bundleId"`,
);

/** Lets a job that was given up run on. Nothing happens when its host has another open one of the same audit. */
export const updateRevived = statement<readonly [tenantId: string, id: string], never>(
  "audit-jobs.update-revived",
  `update audit_jobs j set state = 'running', error_code = null, error = null, finished_at = null, abandoned_at = null
   where j.tenant_id = $1 and j.id = $2 and j.state = 'failed' and j.abandoned_at is not null and not exists (
     select from audit_jobs o
     where o.tenant_id = j.tenant_id and o.audit_id = j.audit_id and o.agent_id = j.agent_id
       and o.state in ('queued', 'running'))`,
);

/**
 * Keeps how far running jobs are; rows in which nothing changes are not written. A check-in waits for nothing: of a job
 * whose outcome is being saved, there is nothing more to tell.
 *
 * @returns the audits whose jobs got on.
 */
export async function saveProgress(
  db: Queryable,
  tenantId: string,
  agentId: string,
  progress: readonly { id: string; progress: AuditProgress }[],
): Promise<string[]> {
  if (progress.length === 0) return [];
  const moved = await db.run(progressStatement, [
    tenantId,
    agentId,
    progress.map(({ id }) => id),
    progress.map((each) => JSON.stringify(each.progress)),
  ]);
  return [...new Set(moved.map(({ auditId }) => auditId))];
}

const progressStatement = statement<
  readonly [tenantId: string, agentId: string, ids: readonly string[], progress: readonly string[]],
  { auditId: string }
>(
  "audit-jobs.save-progress",
  `update audit_jobs j set progress = said.progress::jsonb
   from unnest($3::uuid[], $4::text[]) as said (id, progress)
   where j.tenant_id = $1 and j.id = said.id and j.progress is distinct from said.progress::jsonb
     and j.id in (
       select free.id from audit_jobs free
       where free.tenant_id = $1 and free.agent_id = $2 and free.id = any($3::uuid[]) and free.state = 'running'
       for no key update skip locked)
   returning j.audit_id as "auditId"`,
);
