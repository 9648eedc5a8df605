import { type Queryable, statement } from "#platform/db";

/** The whole results of a job as `oscap` wrote them. */
export interface Arf {
  /** Of the XML, in hex. */
  sha256: string;
  /** Of the XML. */
  bytes: number;
  gzip: Buffer;
}

/** Adds or replaces the ARF of a job that is its agent's, has not ended, and wants one. */
export async function upsertArf(
  tx: Queryable,
  tenantId: string,
  job: { id: string; agentId: string },
  { sha256, bytes, gzip }: Arf,
  receivedAt: number,
): Promise<boolean> {
  const values = [tenantId, job.id, job.agentId, sha256, bytes, gzip, receivedAt] as const;
  return (await tx.run(upsertStatement, values)).length > 0;
}

const upsertStatement = statement<
  readonly [
    tenantId: string,
    jobId: string,
    agentId: string,
    sha256: string,
    bytes: number,
    gzip: Buffer,
    receivedAt: number,
  ],
  { jobId: string }
>(
  "audit-arfs.upsert",
  `insert into audit_arfs (tenant_id, job_id, sha256, bytes, gzip, received_at)
   select j.tenant_id, j.id, $4, $5::bigint, $6::bytea, $7::bigint from audit_jobs j
   where j.tenant_id = $1 and j.id = $2 and j.agent_id = $3 and (j.spec ->> 'arf')::boolean
     and j.started_at is not null and (j.state = 'running' or j.abandoned_at is not null)
   on conflict (tenant_id, job_id) do update set sha256 = excluded.sha256, bytes = excluded.bytes, gzip = excluded.gzip,
     received_at = excluded.received_at
   returning job_id as "jobId"`,
);

/** The ARF of a job, if one is kept. */
export async function findArf(db: Queryable, tenantId: string, jobId: string): Promise<Arf | null> {
  const [row] = await db.run(findStatement, [tenantId, jobId]);
  return row ?? null;
}

const findStatement = statement<readonly [tenantId: string, jobId: string], Arf>(
  "audit-arfs.find",
  "select sha256, bytes, gzip from audit_arfs where tenant_id = $1 and job_id = $2",
);
