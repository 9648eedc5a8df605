import { type Queryable, statement } from "#platform/db";
import type { CallingProbe } from "./probe.ts";

/** All embedded probes of the installation, or one tenant's. */
export async function listEmbeddedProbes(
  system: Queryable,
  tenantId: string | null,
): Promise<{ tenantId: string; id: string }[]> {
  return system.run(listEmbeddedStatement, [tenantId]);
}

const listEmbeddedStatement = statement<
  readonly [tenantId: string | null],
  { tenantId: string; id: string }
>(
  "probes.list_embedded",
  `select tenant_id as "tenantId", id from probes
   where embedded and ($1::uuid is null or tenant_id = $1) order by tenant_id`,
);

/** Gives each of the probes a fresh token, in one statement. */
export const updateEnrolmentTokens = statement<
  readonly [
    tenantIds: readonly string[],
    ids: readonly string[],
    tokenHashes: readonly Buffer[],
    expiresAt: number,
  ],
  never
>(
  "probes.update_enrolment_tokens",
  `update probes p set enrolment_token_hash = fresh.hash, enrolment_expires_at = $4
   from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as fresh (tenant_id, id, hash)
   where p.tenant_id = fresh.tenant_id and p.id = fresh.id`,
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
): Promise<CallingProbe | null> {
  const { tokenHash, credentialHash, version, hostname, now } = enrolment;
  const values = [tokenHash, credentialHash, version, hostname, now] as const;
  const [row] = await system.run(enrolStatement, values);
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
  CallingProbe
>(
  "probes.update_enrolled",
  `update probes set credential_hash = $2, status = 'active', version = $3, hostname = $4,
     enrolment_token_hash = null, enrolment_expires_at = null, last_seen_at = $5
   where enrolment_token_hash = $1 and enrolment_expires_at > $5
   returning tenant_id as "tenantId", id, name`,
);

/** Whose credential it is; `null`: nobody's, or of a probe that is disabled. */
export async function findByCredential(
  system: Queryable,
  credentialHash: Buffer,
): Promise<CallingProbe | null> {
  const [row] = await system.run(byCredentialStatement, [credentialHash]);
  return row ?? null;
}

const byCredentialStatement = statement<readonly [credentialHash: Buffer], CallingProbe>(
  "probes.by_credential",
  `select tenant_id as "tenantId", id, name from probes
   where credential_hash = $1 and status = 'active'`,
);
