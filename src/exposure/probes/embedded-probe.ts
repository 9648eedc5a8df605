import { newId } from "#lib/ids";
import type { Database, Queryable, Tx } from "#platform/db";
import { enrolmentTokenLifetimeMs, hashSecret, newSecret } from "#platform/remote-parts";
import { listEmbeddedProbes, updateEnrolmentTokens } from "./enrolment.queries.ts";
import {
  findEmbeddedProbe,
  insertProbe,
  listTenantsWithoutEmbeddedProbe,
} from "./probe.queries.ts";
import { embeddedProbeName } from "./probe.ts";

/**
 * Makes the tenant's embedded probe if it is missing. Whoever makes a tenant calls it in the same transaction.
 *
 * @returns its id: who carries out scans that name no probe.
 */
export async function ensureEmbeddedProbe(tx: Tx, tenantId: string, now: number): Promise<string> {
  await insertProbe(tx, tenantId, {
    id: newId(),
    name: embeddedProbeName,
    embedded: true,
    companyId: null,
    createdAt: now,
    tokenHash: null,
    tokenExpiresAt: null,
  });
  const id = await findEmbeddedProbe(tx, tenantId);
  if (id === null)
    throw new Error(`tenant ${tenantId} has another probe named ${embeddedProbeName}`);
  return id;
}

/** Makes the embedded probes of tenants that were made by a version without probes. */
export async function ensureEmbeddedProbes(database: Database, now: () => number): Promise<void> {
  for (const tenantId of await listTenantsWithoutEmbeddedProbe(database.system)) {
    await database.transaction(tenantId, (tx) => ensureEmbeddedProbe(tx, tenantId, now()));
  }
}

/**
 * Fresh enrolment tokens for the embedded probes, for the process that runs them. Tokens and credentials from before
 * become worthless as soon as it enrols, so nothing of them is ever on a disk.
 *
 * @param tenantId one tenant's, or `null` for all.
 */
export async function issueEmbeddedTokens(
  system: Queryable,
  tenantId: string | null,
  now: number,
): Promise<{ id: string; token: string }[]> {
  const probes = await listEmbeddedProbes(system, tenantId);
  if (probes.length === 0) return [];
  const issued = probes.map((probe) => ({ ...probe, token: newSecret("probe", "enrolmentToken") }));
  await system.run(updateEnrolmentTokens, [
    issued.map((one) => one.tenantId),
    issued.map((one) => one.id),
    issued.map((one) => hashSecret(one.token)),
    now + enrolmentTokenLifetimeMs,
  ]);
  return issued.map(({ id, token }) => ({ id, token }));
}
