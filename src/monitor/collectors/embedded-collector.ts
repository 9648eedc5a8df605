import { newId } from "#lib/ids";
import type { Queryable, Tx } from "#platform/db";
import { enrolmentTokenLifetimeMs, hashSecret, newSecret } from "#platform/remote-parts";
import {
  findEmbeddedCollector,
  insertCollector,
  listEmbeddedCollectors,
  updateEnrolmentTokens,
} from "./collector.queries.ts";
import { embeddedCollectorName } from "./collector.ts";

/**
 * Makes the tenant's embedded collector if it is missing. Whoever makes a tenant calls it in the same transaction.
 *
 * @returns its id: where sensors go that name no collector.
 */
export async function ensureEmbeddedCollector(
  tx: Tx,
  tenantId: string,
  now: number,
): Promise<string> {
  await insertCollector(tx, tenantId, {
    id: newId(),
    name: embeddedCollectorName,
    embedded: true,
    createdAt: now,
    tokenHash: null,
    tokenExpiresAt: null,
  });
  const id = await findEmbeddedCollector(tx, tenantId);
  if (id === null) {
    throw new Error(`tenant ${tenantId} has another collector named ${embeddedCollectorName}`);
  }
  return id;
}

/**
 * Fresh enrolment tokens for the embedded collectors, for the process that runs them. Tokens and credentials from before
 * become worthless as soon as it enrols, so nothing of them is ever on a disk.
 *
 * @param tenantId one tenant's, or `null` for all.
 */
export async function issueEmbeddedTokens(
  system: Queryable,
  tenantId: string | null,
  now: number,
): Promise<{ id: string; token: string }[]> {
  const collectors = await listEmbeddedCollectors(system, tenantId);
  if (collectors.length === 0) return [];
  const issued = collectors.map((collector) => ({
    ...collector,
    token: newSecret("collector", "enrolmentToken"),
  }));
  await system.run(updateEnrolmentTokens, [
    issued.map((one) => one.tenantId),
    issued.map((one) => one.id),
    issued.map((one) => hashSecret(one.token)),
    now + enrolmentTokenLifetimeMs,
  ]);
  return issued.map(({ id, token }) => ({ id, token }));
}
