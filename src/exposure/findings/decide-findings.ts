import { type FindingStatus, nextWhenDecided } from "#exposure/life-cycle";
import type { Tx } from "#platform/db";
import type { KnownFinding } from "./finding.ts";
import { saveFindingLives } from "./save-findings.ts";

/** What somebody says about a finding: the caller has checked it. */
export interface FindingDecision {
  readonly status: FindingStatus;
  readonly notes: string | null;
  /** With `accepted` only; `null`: until further notice. */
  readonly acceptedUntil: number | null;
}

/** How a finding was before a decision about it. */
export interface Decided {
  readonly status: FindingStatus;
  readonly acceptedUntil: number | null;
  /** The decision says what was so already. */
  readonly isSame: boolean;
}

/** Works the scores of assets out anew. */
export type RescoreAssets = (
  tx: Tx,
  tenantId: string,
  assetIds: readonly string[],
) => Promise<void>;

/**
 * Gives findings the status that was decided, and rates their assets anew. In the caller's transaction, which holds the
 * tenant's lock and has locked the findings.
 *
 * @returns how each was before, in their order.
 */
export async function decideFindings(
  tx: Tx,
  tenantId: string,
  findings: readonly KnownFinding[],
  decision: FindingDecision,
  at: number,
  rescoreAssets: RescoreAssets,
): Promise<Decided[]> {
  const decided = findings.map(({ status, acceptedUntil }) => ({
    status,
    acceptedUntil,
    isSame: status === decision.status && acceptedUntil === decision.acceptedUntil,
  }));
  const changed = findings.filter((_one, i) => decided[i]?.isSame === false);
  if (changed.length > 0) {
    const lives = changed.map((one) => ({ id: one.id, life: nextWhenDecided(one, decision, at) }));
    await saveFindingLives(tx, tenantId, lives);
    await rescoreAssets(tx, tenantId, [...new Set(changed.map(({ assetId }) => assetId))]);
  }
  return decided;
}
