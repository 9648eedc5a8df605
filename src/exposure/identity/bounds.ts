import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import { countIdentityFindings, listRulesKnown } from "./bounds.queries.ts";

/** A probe knows about a hundred rules; ids that are changed or dropped stay for what they found. */
const mostRules = 1000;
/** Resolved ones included. A domain of 50,000 users in a bad state has a quarter of it. */
const mostFindings = 1_000_000;

/** What one directory may come to, whatever a probe, or somebody who stole its credential, sends. */
export interface IdentityBounds {
  readonly rules: number;
  readonly findings: number;
}
export const usualBounds: IdentityBounds = { rules: mostRules, findings: mostFindings };

/**
 * Makes sure that a directory does not get to know of more rules than there may be.
 *
 * @param news ids of rules that were never asked of it, as far as is known.
 * @throws Problem `invalid_request`
 */
export async function boundRules(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  news: readonly string[],
  { rules: most }: IdentityBounds,
): Promise<void> {
  if (news.length === 0) return;
  const known = await tx.run(listRulesKnown, [tenantId, directoryId]);
  const all = new Set([...known.map(({ ruleId }) => ruleId), ...news]);
  if (all.size <= most) return;
  const sentence = `The directory would have ${all.size} rules, and ${most} are taken.`;
  throw new Problem("invalid_request", sentence);
}

/** Likewise, of more findings. @throws Problem `invalid_request` */
export async function boundFindings(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  { findings: most }: IdentityBounds,
): Promise<void> {
  const [counted] = await tx.run(countIdentityFindings, [tenantId, directoryId, most + 1]);
  if ((counted?.findings ?? 0) <= most) return;
  const sentence = `The directory would have more than ${most} findings, resolved ones included.`;
  throw new Problem("invalid_request", sentence);
}
