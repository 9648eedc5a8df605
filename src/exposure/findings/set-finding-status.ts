import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import {
  type Decided,
  type FindingDecision,
  type RescoreAssets,
  decideFindings,
} from "./decide-findings.ts";
import { lockFindings } from "./finding-changes.queries.ts";
import { saveDecisions } from "./finding-status.queries.ts";
import { noSuchFinding } from "./no-such-finding.ts";

/** What a decision needs from the rest of the service. */
export interface DecisionVerbs {
  /** Names the lock under which the findings of a tenant change, so that no score is worked out from half a change. */
  readonly exposureLock: (tenantId: string) => string;
  readonly rescoreAssets: RescoreAssets;
  /** Decides about the identity finding of that id; `null`: the tenant has none. */
  readonly decideIdentityFinding: (
    tx: Tx,
    tenantId: string,
    id: string,
    decision: FindingDecision,
    at: number,
  ) => Promise<Decided | null>;
}

/**
 * Sets the status of a finding or identity finding. Who, when and why is kept for ever. To say the same again without a
 * note changes nothing and leaves no trace; with a note, the note is kept.
 *
 * @throws Problem `forbidden` without write scope; `not_found` when the tenant has no such finding.
 */
export async function setFindingStatus(
  context: Context,
  id: string,
  decision: FindingDecision,
  verbs: DecisionVerbs,
): Promise<void> {
  const { tenantId, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (!isId(id)) throw noSuchFinding();
  await database.transaction(tenantId, async (tx) => {
    await lock(tx, verbs.exposureLock(tenantId));
    const at = context.now();
    const { kind, before } = await decide(tx, tenantId, id, decision, at, verbs);
    if (before.isSame && decision.notes === null) return;
    const { status: to, acceptedUntil, notes } = decision;
    const from = before.status;
    await saveDecisions(tx, context, at, [{ findingId: id, from, to, notes, acceptedUntil }]);
    await insertAuditEntries(tx, context, [
      {
        action: "finding.set-status",
        subjectKind: kind,
        subjectId: id,
        detail: { from, to, acceptedUntil },
      },
    ]);
    await announce(tx, tenantId, "findings", [id]);
  });
}

/** @throws Problem `not_found` when the tenant has no such finding. */
async function decide(
  tx: Tx,
  tenantId: string,
  id: string,
  decision: FindingDecision,
  at: number,
  verbs: DecisionVerbs,
): Promise<{ kind: "finding" | "identity_finding"; before: Decided }> {
  const finding = await decideFinding(tx, tenantId, id, decision, at, verbs);
  if (finding !== null) return { kind: "finding", before: finding };
  const identity = await verbs.decideIdentityFinding(tx, tenantId, id, decision, at);
  if (identity !== null) return { kind: "identity_finding", before: identity };
  throw noSuchFinding();
}

/** @returns `null` when it is no vulnerability finding of the tenant. */
async function decideFinding(
  tx: Tx,
  tenantId: string,
  id: string,
  decision: FindingDecision,
  at: number,
  { rescoreAssets }: DecisionVerbs,
): Promise<Decided | null> {
  const known = await lockFindings(tx, tenantId, [id]);
  const [before = null] = await decideFindings(tx, tenantId, known, decision, at, rescoreAssets);
  return before;
}
