import { isId } from "#lib/ids";
import { type Queryable, statement } from "#platform/db";
import type { TargetLists } from "#platform/remote-parts";
import type { CallingCollector, Collector } from "./collector.ts";

/** Adds the row; false when the tenant has a collector of that name. */
export async function insertCollector(
  tx: Queryable,
  tenantId: string,
  row: { id: string; name: string; embedded: boolean; createdAt: number } & IssuedToken,
): Promise<boolean> {
  const { id, name, embedded, createdAt, tokenHash, tokenExpiresAt } = row;
  const values = [tenantId, id, name, embedded, tokenHash, tokenExpiresAt, createdAt] as const;
  return (await tx.run(insertStatement, values)).length > 0;
}

/** The hash of an enrolment token; `null` when none is out. */
export interface IssuedToken {
  tokenHash: Buffer | null;
  tokenExpiresAt: number | null;
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    name: string,
    embedded: boolean,
    tokenHash: Buffer | null,
    tokenExpiresAt: number | null,
    createdAt: number,
  ],
  { id: string }
>(
  "collectors.insert",
  `insert into collectors
     (tenant_id, id, name, embedded, enrolment_token_hash, enrolment_expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (tenant_id, name) do nothing
   returning id`,
);

/** The tenant's collectors by name. */
export async function listCollectorRows(db: Queryable, tenantId: string): Promise<Collector[]> {
  return db.run(listStatement, [tenantId]);
}

const columns = `id, name, embedded, status, version, hostname, last_seen_at as "lastSeenAt", health,
  target_allow as "targetAllow", target_deny as "targetDeny", created_at as "createdAt"`;

const listStatement = statement<readonly [tenantId: string], Collector>(
  "collectors.list",
  `select ${columns} from collectors where tenant_id = $1 order by name, id`,
);

/** One collector, locked for a change; `null` when the tenant has none of that id. */
export async function lockCollector(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<Collector | null> {
  const [row] = isId(id) ? await tx.run(lockStatement, [tenantId, id]) : [];
  return row ?? null;
}

const lockStatement = statement<readonly [tenantId: string, id: string], Collector>(
  "collectors.lock",
  `select ${columns} from collectors where tenant_id = $1 and id = $2 for no key update`,
);

/** The tenant's embedded collector. */
export async function findEmbeddedCollector(
  db: Queryable,
  tenantId: string,
): Promise<string | null> {
  const [row] = await db.run(embeddedStatement, [tenantId]);
  return row?.id ?? null;
}

const embeddedStatement = statement<readonly [tenantId: string], { id: string }>(
  "collectors.find_embedded",
  "select id from collectors where tenant_id = $1 and embedded",
);

/** Replaces the token that is out, if any. A revoked collector may enrol again with it. */
export const updateEnrolmentToken = statement<
  readonly [tenantId: string, id: string, tokenHash: Buffer, expiresAt: number],
  never
>(
  "collectors.update_enrolment_token",
  `update collectors set enrolment_token_hash = $3, enrolment_expires_at = $4,
     status = case when status = 'revoked' then 'pending' else status end
   where tenant_id = $1 and id = $2`,
);

/** From the next request on nothing of it is valid any more. */
export const updateRevoked = statement<readonly [tenantId: string, id: string], never>(
  "collectors.update_revoked",
  `update collectors set status = 'revoked', credential_hash = null,
     enrolment_token_hash = null, enrolment_expires_at = null
   where tenant_id = $1 and id = $2`,
);

export const updateTargetLists = statement<
  readonly [
    tenantId: string,
    id: string,
    ...lists: readonly [TargetLists["allow"], TargetLists["deny"]],
  ],
  never
>(
  "collectors.update_target_lists",
  "update collectors set target_allow = $3, target_deny = $4 where tenant_id = $1 and id = $2",
);

/** All embedded collectors of the installation, or one tenant's. */
export async function listEmbeddedCollectors(
  system: Queryable,
  tenantId: string | null,
): Promise<{ tenantId: string; id: string }[]> {
  return system.run(listEmbeddedStatement, [tenantId]);
}

const listEmbeddedStatement = statement<
  readonly [tenantId: string | null],
  { tenantId: string; id: string }
>(
  "collectors.list_embedded",
  `select tenant_id as "tenantId", id from collectors
   where embedded and ($1::uuid is null or tenant_id = $1) order by tenant_id`,
);

/** Gives each of the collectors a fresh token, in one statement. */
export const updateEnrolmentTokens = statement<
  readonly [
    tenantIds: readonly string[],
    ids: readonly string[],
    tokenHashes: readonly Buffer[],
    expiresAt: number,
  ],
  never
>(
  "collectors.update_enrolment_tokens",
  `update collectors c set enrolment_token_hash = fresh.hash, enrolment_expires_at = $4
   from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as fresh (tenant_id, id, hash)
   where c.tenant_id = fresh.tenant_id and c.id = fresh.id`,
);

/**
 * Trades a token for a credential: in one statement, so that of two who come with one token a single one gets in.
 * `null`: the token is unknown, was used, or is too old.
 */
export async function updateEnrolled(
  system: Queryable,
  enrolment: {
    tokenHash: Buffer;
    credentialHash: Buffer;
    version: string;
    hostname: string;
    now: number;
  },
): Promise<CallingCollector | null> {
  const { tokenHash, credentialHash, version, hostname, now } = enrolment;
  const [row] = await system.run(enrolStatement, [
    tokenHash,
    credentialHash,
    version,
    hostname,
    now,
  ]);
  return row ?? null;
}

const enrolStatement = statement<
  readonly [
    tokenHash: Buffer,
    credentialHash: Buffer,
    version: string,
    hostname: string,
    now: number,
  ],
  CallingCollector
>(
  "collectors.update_enrolled",
  `update collectors set credential_hash = $2, status = 'active', version = $3, hostname = $4,
     enrolment_token_hash = null, enrolment_expires_at = null, last_seen_at = $5
   where enrolment_token_hash = $1 and enrolment_expires_at > $5
   returning tenant_id as "tenantId", id, name`,
);

/** Whose credential it is; `null`: nobody's, or it was revoked. */
export async function findByCredential(
  system: Queryable,
  credentialHash: Buffer,
): Promise<CallingCollector | null> {
  const [row] = await system.run(byCredentialStatement, [credentialHash]);
  return row ?? null;
}

const byCredentialStatement = statement<readonly [credentialHash: Buffer], CallingCollector>(
  "collectors.by_credential",
  `select tenant_id as "tenantId", id, name from collectors
   where credential_hash = $1 and status = 'active'`,
);

/** Gives one another name, which must be free. */
export const renameCollector = statement<
  readonly [tenantId: string, id: string, name: string],
  never
>("collectors.rename", "update collectors set name = $3 where tenant_id = $1 and id = $2");
