import type { AuditReport } from "#engines/scap-types";
import type { WithNulls } from "#lib/without-nulls";
import { type Queryable, statement } from "#platform/db";
import { runColumns } from "./audit-run-list.queries.ts";
import type { ListedAuditRun } from "./listed-audit-run.ts";

/** A run with what is kept of it, as the database has it. */
export interface AuditRunRow {
  /** What lists show of it. */
  readonly listed: WithNulls<ListedAuditRun>;
  readonly startedAt: number | null;
  readonly jobId: string | null;
  readonly contentSha256: string | null;
  readonly textsSha256: string | null;
  readonly benchmarkId: string | null;
  readonly scores: AuditReport["scores"];
  readonly rules: AuditReport["rules"];
  /** Of its asset and of the agent there. */
  readonly tags: readonly string[];
}

/** One run; `null` when the tenant has none of that id. */
export async function findAuditRun(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<AuditRunRow | null> {
  const [row] = await db.run(findStatement, [tenantId, id]);
  if (row === undefined) return null;
  const { startedAt, jobId, contentSha256, textsSha256, benchmarkId, ...rest } = row;
  const { scores, rules, tags, ...listed } = rest;
  const own = { startedAt, jobId, contentSha256, textsSha256, benchmarkId };
  return { listed, ...own, scores, rules, tags };
}

const findStatement = statement<
  readonly [tenantId: string, id: string],
  Omit<AuditRunRow, "listed"> & WithNulls<ListedAuditRun>
>(
  "audits.find",
  `select ${runColumns}, t.started_at as "startedAt", t.job_id as "jobId",
     t.content_sha256 as "contentSha256", t.texts_sha256 as "textsSha256", t.benchmark_id as "benchmarkId", t.scores,
     t.rules, coalesce(a.tags, '{}') || coalesce(g.tags, '{}') as tags
   from audit_runs t
   left join assets a on a.tenant_id = t.tenant_id and a.id = t.asset_id
   left join agents g on g.tenant_id = t.tenant_id and g.id = t.agent_id
   where t.tenant_id = $1 and t.id = $2`,
);
