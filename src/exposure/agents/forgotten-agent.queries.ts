import { type Queryable, statement } from "#platform/db";

/**
 * Some agents that were revoked before a time and of which neither a run nor an ARF is kept, those that were revoked first
 * to begin with.
 */
export async function listAgentsGone(
  db: Queryable,
  tenantId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  return (await db.run(goneStatement, [tenantId, before, limit])).map(({ id }) => id);
}

const goneStatement = statement<
  readonly [tenantId: string, before: number, limit: number],
  { id: string }
>(
  "agents.list_gone",
  `select g.id from agents g
   where g.tenant_id = $1 and g.status = 'revoked' and g.revoked_at < $2
     and not exists (select from audit_runs r where r.tenant_id = g.tenant_id and r.agent_id = g.id)
     and not exists (
       select from audit_arfs f join audit_jobs j on j.tenant_id = f.tenant_id and j.id = f.job_id
       where f.tenant_id = g.tenant_id and j.agent_id = g.id)
   order by g.revoked_at limit $3`,
);
