import type { Decided, FindingDecision } from "#exposure/findings";
import { nextWhenDecided } from "#exposure/life-cycle";
import { type Tx, lock } from "#platform/db";
import { announce } from "#platform/live";
import { findKnownIdentityFinding } from "./known-identity.queries.ts";
import { identityLock } from "./identity-lock.ts";
import { saveLives } from "./save-identity.ts";

/**
 * Sets the status of an identity finding as a person decided. From then on no exception holds it: it ends as that person said.
 *
 * @returns how it was before; `null` when the tenant has no such identity finding.
 */
export async function decideIdentityFinding(
  tx: Tx,
  tenantId: string,
  id: string,
  decision: FindingDecision,
  at: number,
): Promise<Decided | null> {
  await lock(tx, identityLock(tenantId));
  const before = await findKnownIdentityFinding(tx, tenantId, id);
  if (before === null) return null;
  const { status, acceptedUntil, exceptionId } = before;
  const isSame =
    exceptionId === null && status === decision.status && acceptedUntil === decision.acceptedUntil;
  if (!isSame) {
    const life = nextWhenDecided(before, decision, at);
    await saveLives(tx, tenantId, [{ id, life, exceptionId: null }]);
    await announce(tx, tenantId, "identity_findings", [id]);
  }
  return { status, acceptedUntil, isSame };
}
