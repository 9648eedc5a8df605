import { hash } from "node:crypto";
import type { KnownAsset } from "#exposure/assets";
import {
  type Detector,
  type FindingPlan,
  type KnownFinding,
  type SeenFinding,
  findKnownFindings,
  findingKey,
  movedFindings,
  planMissed,
  planMoves,
  planSeen,
  relocateFindings,
  saveFindings,
} from "#exposure/findings";
import type { Tx } from "#platform/db";
import { newId } from "#lib/ids";
import { announce } from "#platform/live";
import { rescoreAssets } from "./rescore-assets.ts";

/** How many findings a batch made, opened again and resolved. */
export interface FindingCounts {
  readonly made: number;
  readonly reopened: number;
  readonly resolved: number;
}

/** The same, and the findings that were there before, at the places where they are now. */
interface TakenFindings extends FindingCounts {
  readonly known: readonly KnownFinding[];
}

const tools = { newId, hash: (text: string) => hash("sha1", text, "base64url") };

/**
 * Saves what a detector saw at some assets, and rates the assets anew. All of it in the caller's transaction, which holds the
 * tenant's lock.
 *
 * @param input.known the findings of these assets as they are, if the caller has read them.
 * @param input.lookedAt given when nothing was looked at, only matched anew: see `planSeen`.
 */
export async function takeInFindings(
  tx: Tx,
  tenantId: string,
  input: {
    detector: Detector;
    assets: readonly Pick<KnownAsset, "id" | "siteId">[];
    seen: readonly SeenFinding[];
    known?: readonly KnownFinding[];
    lookedAt?: (assetId: string) => number | null;
  },
): Promise<TakenFindings> {
  const { detector, assets, seen, lookedAt } = input;
  if (seen.length === 0) return { made: 0, reopened: 0, resolved: 0, known: input.known ?? [] };
  const before =
    input.known ??
    (await findKnownFindings(tx, tenantId, [...new Set(seen.map((one) => one.assetId))]));
  const moves = planMoves(before, seen, detector);
  await relocateFindings(tx, tenantId, moves);
  const known = movedFindings(before, moves);
  const byKey = new Map(known.map((one) => [findingKey(one), one]));
  const plan = planSeen(byKey, seen, detector, tools, lookedAt === undefined ? {} : { lookedAt });
  const sites = new Map(assets.map(({ id, siteId }) => [id, siteId]));
  await saveFindings(tx, tenantId, plan, detector, (id) => sites.get(id) ?? null);
  await announce(tx, tenantId, "findings", null);
  await rescoreAssets(tx, tenantId, [...plan.assetIds]);
  return { ...countsOf(plan), known };
}

/** Saves that a detector looked and did not see some findings, and rates their assets anew. */
export async function takeInMissed(
  tx: Tx,
  tenantId: string,
  detector: Detector,
  missed: readonly { readonly known: KnownFinding; readonly at: number }[],
): Promise<FindingCounts> {
  const plan = planMissed(missed, detector);
  if (plan.changed.length === 0) return countsOf(plan);
  await saveFindings(tx, tenantId, plan, detector, () => null);
  await announce(tx, tenantId, "findings", null);
  await rescoreAssets(tx, tenantId, [...plan.assetIds]);
  return countsOf(plan);
}

function countsOf({ inserted, events }: FindingPlan): FindingCounts {
  return {
    made: inserted.length,
    reopened: events.filter(({ change }) => change.from === "resolved").length,
    resolved: events.filter(({ change }) => change.to === "resolved").length,
  };
}
