import {
  type ChosenFinding,
  type FindingDecision,
  type JointDecisionOutcome,
  saveDecisions,
} from "#exposure/findings";
import { nextWhenDecided } from "#exposure/life-cycle";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { identityLock } from "./identity-lock.ts";
import { findKnownIdentityFindings } from "./known-identity.queries.ts";
import { saveLives } from "./save-identity.ts";

/**
 * Sets the status of several identity findings in one transaction, as `decideIdentityFinding` does it of one: no exception
 * holds them any more. Of those whose status changed since they were chosen none is touched.
 *
 * @param chosen at most as many as one {@link JointDecision} takes.
 * @throws Problem `forbidden` without write scope.
 */
export async function setIdentityStatuses(
  context: Context,
  chosen: readonly ChosenFinding[],
  decision: FindingDecision,
): Promise<JointDecisionOutcome> {
  const { tenantId, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "You may only look.");
  const statusAt = new Map(chosen.map((one) => [one.id, one.statusAt]));
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, identityLock(tenantId));
    const at = context.now();
    const known = await findKnownIdentityFindings(tx, tenantId, [...statusAt.keys()]);
    const asChosen = known.filter((one) => one.statusAt === statusAt.get(one.id));
    const { status: to, acceptedUntil, notes } = decision;
    const isSame = (one: (typeof known)[number]) =>
      one.exceptionId === null && one.status === to && one.acceptedUntil === acceptedUntil;
    const changed = asChosen.filter((one) => !isSame(one));
    const lives = changed.map((one) => ({
      id: one.id,
      life: nextWhenDecided(one, decision, at),
      exceptionId: null,
    }));
    await saveLives(tx, tenantId, lives);
    const decided = (notes === null ? changed : asChosen).map(
      ({ id: findingId, status: from }) => ({
        findingId,
        from,
        to,
        notes,
        acceptedUntil,
      }),
    );
    await saveDecisions(tx, context, at, decided);
    await insertAuditEntries(
      tx,
      context,
      decided.map(({ findingId, from }) => ({
        action: "finding.set-status",
        subjectKind: "identity_finding",
        subjectId: findingId,
        detail: { from, to, acceptedUntil },
      })),
    );
    const ids = decided.map(({ findingId }) => findingId);
    await announce(tx, tenantId, "identity_findings", ids);
    return {
      changed: decided.length,
      same: asChosen.length - decided.length,
      conflicts: known.filter((one) => !asChosen.includes(one)).map(({ id }) => id),
      missing: statusAt.size - known.length,
    };
  });
}
