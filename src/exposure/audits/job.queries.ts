import { type Queryable, statement } from "#platform/db";
import type { AuditSpec } from "./audit.ts";
import type { EndedJob } from "./job.ts";

/** Jobs to add, one for each host, all the same but for that. */
export interface NewJobs {
  auditId: string;
  batchId: string;
  spec: AuditSpec;
  requestedBy: string;
  createdAt: number;
  jobs: readonly { id: string; agentId: string }[];
}

/**
 * Adds queued jobs, but none for a host that has an open one of the same audit.
 *
 * @returns the agents that got one.
 */
export async function insertJobs(
  tx: Queryable,
  tenantId: string,
  { auditId, batchId, spec, requestedBy, createdAt, jobs }: NewJobs,
): Promise<Set<string>> {
  const inserted = await tx.run(insertStatement, [
    tenantId,
    auditId,
    batchId,
    JSON.stringify(spec),
    requestedBy,
    createdAt,
    jobs.map(({ id }) => id),
    jobs.map(({ agentId }) => agentId),
  ]);
  return new Set(inserted.map(({ agentId }) => agentId));
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    auditId: string,
    batchId: string,
    spec: string,
    requestedBy: string,
    createdAt: number,
    ids: readonly string[],
    agentIds: readonly string[],
  ],
  { agentId: string }
>(
  "audit-jobs.insert",
  `insert into audit_jobs (tenant_id, audit_id, batch_id, spec, requested_by, created_at, id, agent_id)
   select $1::uuid, $2::uuid, $3::uuid, $4::jsonb, $5, $6::bigint, job.id, job.agent_id
   from unnest($7::uuid[], $8::uuid[]) as job (id, agent_id)
   on conflict (tenant_id, audit_id, agent_id) where state in ('queued', 'running') do nothing
   returning agent_id as "agentId"`,
);

/** How a job ends. */
export interface Ending {
  state: "completed" | "failed" | "stopped";
  code: string | null;
  /** A sentence, unless completed. */
  error: string | null;
  at: number;
  /** The server ends it without the agent's word. */
  abandoned: boolean;
}

/**
 * Ends a job. Nothing happens to one that ended already; but what the server gave up, its agent can still end in its own
 * way.
 *
 * @param agentId whose it must be; `null`: the server ends it, whose ever it is.
 * @returns the job, or `null` when nothing happened.
 */
export async function updateEnded(
  tx: Queryable,
  tenantId: string,
  agentId: string | null,
  id: string,
  { state, code, error, at, abandoned }: Ending,
): Promise<EndedJob | null> {
  const values = [tenantId, agentId, id, state, code, error, at, abandoned] as const;
  const [row] = await tx.run(endStatement, values);
  return row ?? null;
}

const endStatement = statement<
  readonly [
    tenantId: string,
    agentId: string | null,
    id: string,
    state: string,
    code: string | null,
    error: string | null,
    at: number,
    abandoned: boolean,
  ],
  EndedJob
>(
  "audit-jobs.update-ended",
  `with ended as (
     update audit_jobs set state = $4, error_code = $5, error = $6,
       finished_at = greatest($7::bigint, created_at),
       abandoned_at = case when $8::boolean then $7::bigint end
     where tenant_id = $1 and id = $3 and ($2::uuid is null or agent_id = $2)
       and (state in ('queued', 'running') or (abandoned_at is not null and not $8::boolean))
       -- What was never handed out has no outcome but the server's.
       and ($8::boolean or started_at is not null)
     returning tenant_id, id, audit_id, batch_id, created_at, coalesce(started_at, created_at) as started_at
   )
   select e.id, e.audit_id as "auditId", a.name as "auditName", a.bundle_id as "bundleId", b.name as "bundleName",
     e.batch_id as "batchId", e.created_at as "createdAt", e.started_at as "startedAt"
   from ended e
   join audits a on a.tenant_id = e.tenant_id and a.id = e.audit_id
   join bundles b on b.tenant_id = a.tenant_id and b.id = a.bundle_id`,
);

/** Why a job can be given up; the first that holds. */
export interface SilentJob {
  tenantId: string;
  id: string;
  agentName: string;
  auditName: string;
  state: "queued" | "running";
  stopRequested: boolean;
  isRevoked: boolean;
  timeLimitSec: number;
}

/**
 * Open jobs that nobody will end: their agent was revoked, has not taken them since a time, or was not heard of for their
 * time limit and longer.
 */
export async function listSilentJobs(
  system: Queryable,
  since: { queuedBefore: number; heardBefore: number },
): Promise<SilentJob[]> {
  return system.run(listSilentStatement, [since.queuedBefore, since.heardBefore]);
}

const listSilentStatement = statement<
  readonly [queuedBefore: number, heardBefore: number],
  SilentJob
>(
  "audit-jobs.list-silent",
  `select j.tenant_id as "tenantId", j.id, g.name as "agentName", j.spec ->> 'auditName' as "auditName", j.state,
     j.stop_requested as "stopRequested", g.status = 'revoked' as "isRevoked",
     (j.spec #>> '{limits,timeSec}')::int as "timeLimitSec"
   from audit_jobs j join agents g on g.tenant_id = j.tenant_id and g.id = j.agent_id
   where j.state in ('queued', 'running') and (
     g.status = 'revoked'
     or (j.state = 'queued' and j.created_at < $1)
     or (j.state = 'running'
       and greatest(coalesce(g.last_seen_at, 0), j.started_at) + 1000 * (j.spec #>> '{limits,timeSec}')::bigint < $2))
   order by j.tenant_id, j.id limit 1000`,
);

/** An audit's open jobs, locked for a change. */
export async function lockOpenJobsOf(
  tx: Queryable,
  tenantId: string,
  auditId: string,
): Promise<{ id: string; agentId: string; state: "queued" | "running" }[]> {
  return tx.run(lockOpenStatement, [tenantId, auditId]);
}

const lockOpenStatement = statement<
  readonly [tenantId: string, auditId: string],
  { id: string; agentId: string; state: "queued" | "running" }
>(
  "audit-jobs.lock-open",
  `select id, agent_id as "agentId", state from audit_jobs
   where tenant_id = $1 and audit_id = $2 and state in ('queued', 'running')
   order by id for no key update`,
);

export const updateStopRequested = statement<
  readonly [tenantId: string, ids: readonly string[]],
  never
>(
  "audit-jobs.update-stop-requested",
  "update audit_jobs set stop_requested = true where tenant_id = $1 and id = any($2::uuid[])",
);

/** Agents that have open jobs of any of the audits. */
export async function listAgentsWithJobs(
  db: Queryable,
  tenantId: string,
  auditIds: readonly string[],
): Promise<string[]> {
  const rows = await db.run(agentsWithJobsStatement, [tenantId, auditIds]);
  return rows.map(({ agentId }) => agentId);
}

const agentsWithJobsStatement = statement<
  readonly [tenantId: string, auditIds: readonly string[]],
  { agentId: string }
>(
  "audit-jobs.agents-with-jobs",
  `select distinct agent_id as "agentId" from audit_jobs
   where tenant_id = $1 and audit_id = any($2::uuid[]) and state in ('queued', 'running')`,
);

/** Lets open jobs of all audits with a bundle use what it is now. */
export const updateBundleOfJobs = statement<
  readonly [tenantId: string, bundleId: string, bundle: string],
  never
>(
  "audit-jobs.update-bundle",
  `update audit_jobs j set spec = jsonb_set(j.spec, '{bundle}', $3::jsonb)
   from audits a
   where j.tenant_id = $1 and j.state in ('queued', 'running')
     and a.tenant_id = j.tenant_id and a.id = j.audit_id and a.bundle_id = $2`,
);
