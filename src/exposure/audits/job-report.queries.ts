import { type Queryable, statement } from "#platform/db";
import type { AuditProgress } from "#wire/agent.v1";
import type { JobState } from "./job.ts";

/** How it goes with an audit on one host. Times are Unix epoch milliseconds. */
export interface JobReport {
  id: string;
  agentId: string;
  agentName: string;
  /** When the agent was last heard of; `null`: never. */
  agentSeenAt: number | null;
  state: JobState;
  stopRequested: boolean;
  /** `null`: not begun, or not told yet. */
  progress: AuditProgress | null;
  attempts: number;
  requestedBy: string;
  errorCode: string | null;
  /** A sentence, unless it goes on or was completed. */
  error: string | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Of a completed one: the run that shows what was found. */
  runId: string | null;
  /** What that came to, in numbers of rules. */
  counts: RuleCounts | null;
}

/** Numbers of rules by what became of them. */
interface RuleCounts {
  satisfied: number;
  failed: number;
  notApplicable: number;
  notCheckable: number;
  unknown: number;
}

const columns = `j.id, j.agent_id as "agentId", g.name as "agentName", g.last_seen_at as "agentSeenAt", j.state,
  j.stop_requested as "stopRequested", j.progress, j.attempts, j.requested_by as "requestedBy",
  j.error_code as "errorCode", j.error, j.created_at as "createdAt", j.started_at as "startedAt",
  j.finished_at as "finishedAt", r.id as "runId",
  case when r.id is not null then jsonb_build_object('satisfied', r.satisfied, 'failed', r.failed,
    'notApplicable', r.not_applicable, 'notCheckable', r.not_checkable, 'unknown', r.unknown) end as counts`;

const run = "left join audit_runs r on r.tenant_id = j.tenant_id and r.job_id = j.id";

/** The jobs that were asked for together, by host. */
export async function listJobsOfBatch(
  db: Queryable,
  tenantId: string,
  batchId: string,
): Promise<JobReport[]> {
  return db.run(batchStatement, [tenantId, batchId]);
}

const batchStatement = statement<readonly [tenantId: string, batchId: string], JobReport>(
  "audit-jobs.list-of-batch",
  `select ${columns} from audit_jobs j
   join agents g on g.tenant_id = j.tenant_id and g.id = j.agent_id ${run}
   where j.tenant_id = $1 and j.batch_id = $2 order by g.name, j.id`,
);

/** The newest job of an audit on every host that had one, by host. */
export async function listNewestJobs(
  db: Queryable,
  tenantId: string,
  auditId: string,
): Promise<JobReport[]> {
  return db.run(newestStatement, [tenantId, auditId]);
}

const newestStatement = statement<readonly [tenantId: string, auditId: string], JobReport>(
  "audit-jobs.list-newest",
  `select ${columns} from agents g
   cross join lateral (
     select * from audit_jobs one
     where one.tenant_id = g.tenant_id and one.audit_id = $2 and one.agent_id = g.id
     order by one.created_at desc, one.id limit 1
   ) as j ${run}
   where g.tenant_id = $1 order by g.name, j.id`,
);
