import { type Queryable, statement } from "#platform/db";
import type { AgentToken } from "./agent-token.ts";

export const insertAgentToken = statement<
  readonly [
    tenantId: string,
    id: string,
    tokenHash: Buffer,
    note: string,
    siteId: string | null,
    tags: readonly string[],
    uses: number,
    expiresAt: number,
    createdAt: number,
    createdBy: string,
  ],
  never
>(
  "agents.insert_token",
  `insert into agent_tokens
     (tenant_id, id, token_hash, note, site_id, tags, uses_left, expires_at, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** The tenant's tokens that still work, by when they were made. */
export async function listUsableTokens(
  db: Queryable,
  tenantId: string,
  now: number,
): Promise<AgentToken[]> {
  return db.run(listStatement, [tenantId, now]);
}

const listStatement = statement<readonly [tenantId: string, now: number], AgentToken>(
  "agents.list_tokens",
  `select t.id, t.note, t.site_id as "siteId", s.name as site, t.tags, t.uses_left as "usesLeft",
     t.expires_at as "expiresAt", t.created_at as "createdAt", t.created_by as "createdBy"
   from agent_tokens t left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
   where t.tenant_id = $1 and t.uses_left > 0 and t.expires_at > $2 order by t.created_at, t.id`,
);

/** Deletes tokens that no longer work: nobody can do anything with them. */
export const deleteSpentTokens = statement<readonly [tenantId: string, now: number], never>(
  "agents.delete_spent_tokens",
  "delete from agent_tokens where tenant_id = $1 and (uses_left = 0 or expires_at <= $2)",
);

/**
 * @param id any text, as a person typed it.
 * @returns the note of the token that was deleted; `null`: the tenant has none of that id.
 */
export async function deleteAgentToken(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<{ note: string } | null> {
  const [row] = await tx.run(deleteStatement, [tenantId, id]);
  return row ?? null;
}

const deleteStatement = statement<readonly [tenantId: string, id: string], { note: string }>(
  "agents.delete_token",
  "delete from agent_tokens where tenant_id = $1 and id::text = $2 returning note",
);
