import { type Queryable, type Tx, statement } from "#platform/db";
import type { CallingAgent } from "./agent.ts";

/** A token of which one use was taken. */
export interface UsedToken {
  id: string;
  note: string;
  siteId: string | null;
  tags: readonly string[];
}

/** Whose token it is, if it works; `null`: unknown, used up, revoked, or too old. */
export async function findTenantOfToken(
  system: Queryable,
  tokenHash: Buffer,
  now: number,
): Promise<string | null> {
  const [row] = await system.run(tenantStatement, [tokenHash, now]);
  return row?.tenantId ?? null;
}

const tenantStatement = statement<readonly [tokenHash: Buffer, now: number], { tenantId: string }>(
  "agents.tenant_of_token",
  `select tenant_id as "tenantId" from agent_tokens
   where token_hash = $1 and uses_left > 0 and expires_at > $2`,
);

/**
 * Takes one use of a token, in one statement, so that no more get in than it says. Its row stays locked: who comes with the
 * same token waits.
 */
export async function useToken(
  tx: Tx,
  tenantId: string,
  tokenHash: Buffer,
  now: number,
): Promise<UsedToken | null> {
  const [row] = await tx.run(useStatement, [tenantId, tokenHash, now]);
  return row ?? null;
}

const useStatement = statement<
  readonly [tenantId: string, tokenHash: Buffer, now: number],
  UsedToken
>(
  "agents.use_token",
  `update agent_tokens set uses_left = uses_left - 1
   where tenant_id = $1 and token_hash = $2 and uses_left > 0 and expires_at > $3
   returning id, note, site_id as "siteId", tags`,
);

/** Names of the tenant's agents that begin with `base`, revoked ones included. */
export async function findNamesLike(
  tx: Tx,
  tenantId: string,
  base: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(namesStatement, [tenantId, base]);
  return new Set(rows.map(({ name }) => name));
}

const namesStatement = statement<readonly [tenantId: string, base: string], { name: string }>(
  "agents.find_names_like",
  "select name from agents where tenant_id = $1 and starts_with(name, $2)",
);

/** Adds the row; false when the name was taken in the meantime. */
export async function insertAgent(
  tx: Tx,
  tenantId: string,
  row: {
    id: string;
    name: string;
    credentialHash: Buffer;
    version: string;
    hostname: string;
    siteId: string | null;
    tags: readonly string[];
    now: number;
  },
): Promise<boolean> {
  const { id, name, credentialHash, version, hostname, siteId, tags, now } = row;
  const values = [
    tenantId,
    id,
    name,
    credentialHash,
    version,
    hostname,
    siteId,
    tags,
    now,
  ] as const;
  return (await tx.run(insertStatement, values)).length > 0;
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    name: string,
    credentialHash: Buffer,
    version: string,
    hostname: string,
    siteId: string | null,
    tags: readonly string[],
    now: number,
  ],
  { id: string }
>(
  "agents.insert",
  `insert into agents
     (tenant_id, id, name, credential_hash, version, hostname, site_id, tags, enrolled_at, last_seen_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict (tenant_id, name) do nothing
   returning id`,
);

/** Whose credential it is; `null`: nobody's, or of an agent that is revoked. */
export async function findByCredential(
  system: Queryable,
  credentialHash: Buffer,
): Promise<CallingAgent | null> {
  const [row] = await system.run(byCredentialStatement, [credentialHash]);
  return row ?? null;
}

const byCredentialStatement = statement<readonly [credentialHash: Buffer], CallingAgent>(
  "agents.by_credential",
  `select tenant_id as "tenantId", id, name, inventory_revision as "inventoryRevision" from agents
   where credential_hash = $1 and status = 'active'`,
);

/** What a check-in that was woken has to know again; `null`: the agent is revoked. */
export async function findStanding(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<{ inventoryRevision: string | null } | null> {
  const [row] = await db.run(standingStatement, [tenantId, id]);
  return row ?? null;
}

const standingStatement = statement<
  readonly [tenantId: string, id: string],
  { inventoryRevision: string | null }
>(
  "agents.find_standing",
  `select inventory_revision as "inventoryRevision" from agents
   where tenant_id = $1 and id = $2 and status = 'active'`,
);
