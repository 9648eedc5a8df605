import type { WithNulls } from "#lib/without-nulls";
import { type Queryable, statement } from "#platform/db";
import { runColumns } from "./audit-run-list.queries.ts";
import type { ListedAuditRun } from "./listed-audit-run.ts";

/** A run as operators are shown it. */
export type RunOverview = WithNulls<ListedAuditRun> & {
  /** The audit that it is of; `null`: none that there still is. */
  readonly auditName: string | null;
};

/** Which runs are wanted, by id; `null`: whichever. */
export interface WantedRuns {
  readonly agentId: string | null;
  readonly auditId: string | null;
  readonly limit: number;
}

/** The newest first. */
export async function listRunOverviews(
  db: Queryable,
  tenantId: string,
  { agentId, auditId, limit }: WantedRuns,
): Promise<RunOverview[]> {
  return db.run(listStatement, [tenantId, agentId, auditId, limit]);
}

const listStatement = statement<
  readonly [tenantId: string, agentId: string | null, auditId: string | null, limit: number],
  RunOverview
>(
  "audits.overview",
  `select ${runColumns}, a.name as "auditName"
   from audit_runs t left join audits a on a.tenant_id = t.tenant_id and a.id = t.audit_id
   where t.tenant_id = $1 and ($2::uuid is null or t.agent_id = $2) and ($3::uuid is null or t.audit_id = $3)
   order by t.run_at desc, t.id limit $4`,
);

/** The ids of an agent and an audit by their names; `null`: there is none, or none is asked for. */
export async function findIdsByName(
  db: Queryable,
  tenantId: string,
  names: { agent: string | null; audit: string | null },
): Promise<{ agentId: string | null; auditId: string | null }> {
  const [row] = await db.run(idsStatement, [tenantId, names.agent, names.audit]);
  if (row === undefined) throw new Error("a select without a from has one row");
  return row;
}

const idsStatement = statement<
  readonly [tenantId: string, agent: string | null, audit: string | null],
  { agentId: string | null; auditId: string | null }
>(
  "audits.ids-by-name",
  `select (select g.id from agents g where g.tenant_id = $1 and g.name = $2) as "agentId",
     (select a.id from audits a where a.tenant_id = $1 and a.name = $3) as "auditId"`,
);
