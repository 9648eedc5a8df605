import { type FindingStatus, nextWhenDecided } from "#exposure/life-cycle";
import { isId, newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { type Queryable, type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { lockFindings } from "./finding-changes.queries.ts";
import { insertFindingDecision } from "./finding-status.queries.ts";
import { noSuchFinding } from "./no-such-finding.ts";
import { saveFindingLives } from "./save-findings.ts";

/** What somebody says about a finding: the caller has checked it. */
export interface FindingDecision {
  readonly status: FindingStatus;
  readonly notes: string | null;
  /** With `accepted` only; `null`: until further notice. */
  readonly acceptedUntil: number | null;
}

/** What a decision needs from the rest of the service. */
export interface DecisionVerbs {
  /** Names the lock under which the findings of a tenant change, so that no score is worked out from half a change. */
  readonly exposureLock: (tenantId: string) => string;
  /** Works the scores of assets out anew. */
  readonly rescoreAssets: (
    tx: Queryable,
    tenantId: string,
    assetIds: readonly string[],
  ) => Promise<void>;
  /** Decides about the identity finding of that id; `null`: the tenant has none. */
  readonly decideIdentityFinding: (
    tx: Tx,
    tenantId: string,
    id: string,
    decision: FindingDecision,
    at: number,
  ) => Promise<Decided | null>;
}

/** How a finding was before a decision about it. */
export interface Decided {
  readonly status: FindingStatus;
  readonly acceptedUntil: number | null;
  /** The decision says what was so already. */
  readonly isSame: boolean;
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
    await tx.run(insertFindingDecision, [
      tenantId,
      id,
      newId(),
      at,
      before.status,
      decision.status,
      context.actor.kind,
      context.actor.name,
      decision.notes,
      decision.acceptedUntil,
    ]);
    const { status: to, acceptedUntil } = decision;
    await insertAuditEntries(tx, context, [
      {
        action: "finding.set-status",
        subjectKind: kind,
        subjectId: id,
        detail: { from: before.status, to, acceptedUntil },
      },
    ]);
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
  const [before] = await lockFindings(tx, tenantId, [id]);
  if (before === undefined) return null;
  const { status, acceptedUntil } = before;
  const isSame = status === decision.status && acceptedUntil === decision.acceptedUntil;
  if (!isSame) {
    const life = nextWhenDecided(before, decision, at);
    await saveFindingLives(tx, tenantId, [{ id, life }]);
    await rescoreAssets(tx, tenantId, [before.assetId]);
  }
  return { status, acceptedUntil, isSame };
}
