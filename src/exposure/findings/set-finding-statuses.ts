import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { type FindingDecision, decideFindings } from "./decide-findings.ts";
import { lockFindings } from "./finding-changes.queries.ts";
import { saveDecisions } from "./finding-status.queries.ts";
import { type ChosenFinding, type JointDecisionOutcome } from "./joint-decision.ts";
import type { DecisionVerbs } from "./set-finding-status.ts";

/**
 * Sets the status of several vulnerability findings in one transaction, as `setFindingStatus` does it of one. Of those whose
 * status changed since they were chosen none is touched: what was decided was decided about something else.
 *
 * @param chosen at most as many as one {@link JointDecision} takes.
 * @throws Problem `forbidden` without write scope.
 */
export async function setFindingStatuses(
  context: Context,
  chosen: readonly ChosenFinding[],
  decision: FindingDecision,
  { exposureLock, rescoreAssets }: Pick<DecisionVerbs, "exposureLock" | "rescoreAssets">,
): Promise<JointDecisionOutcome> {
  const { tenantId, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "You may only look.");
  const statusAt = new Map(chosen.map((one) => [one.id, one.statusAt]));
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    const at = context.now();
    const known = await lockFindings(tx, tenantId, [...statusAt.keys()]);
    const asChosen = known.filter((one) => one.statusAt === statusAt.get(one.id));
    const before = await decideFindings(tx, tenantId, asChosen, decision, at, rescoreAssets);
    const { status: to, acceptedUntil, notes } = decision;
    const decided = asChosen.flatMap(({ id: findingId }, i) => {
      const was = before[i];
      if (was === undefined || (was.isSame && notes === null)) return [];
      return [{ findingId, from: was.status, to, notes, acceptedUntil }];
    });
    await saveDecisions(tx, context, at, decided);
    await insertAuditEntries(
      tx,
      context,
      decided.map(({ findingId, from }) => ({
        action: "finding.set-status",
        subjectKind: "finding",
        subjectId: findingId,
        detail: { from, to, acceptedUntil },
      })),
    );
    if (decided.length > 0) {
      await announce(
        tx,
        tenantId,
        "findings",
        decided.map(({ findingId }) => findingId),
      );
    }
    return {
      changed: decided.length,
      same: asChosen.length - decided.length,
      conflicts: known.filter((one) => !asChosen.includes(one)).map(({ id }) => id),
      missing: statusAt.size - known.length,
    };
  });
}
