import type { RuleResult } from "#engines/directory-types";
import type { Queryable } from "#platform/db";
import { type IdentityBounds, boundRules, usualBounds } from "./bounds.ts";
import { cleanResult } from "./clean-texts.ts";
import { findUnseen } from "./known-identity.queries.ts";
import type { Assessed, IdentityChange } from "./identity-finding.ts";
import { findAsked, saveRuleResults } from "./identity-rule.queries.ts";
import { planMissed } from "./plan-identity.ts";
import { changeOf, saveLives } from "./save-identity.ts";

/**
 * Saves what became of rules, and resolves what an evaluated one has not seen in this assessment, but for targets that could not be
 * read. A rule that there is nothing for (`not_applicable`) was asked as well: a forest whose certificate authority is gone has
 * no weakness in it any more. One that was not evaluated resolves nothing. Results of an assessment that is older than the
 * latest of the rule are ignored; told twice, nothing changes.
 *
 * @param tx holds the {@link identityLock} of the tenant.
 * @param results come after all that the rules found.
 * @returns what changed; the caller writes the events into the history.
 * @throws Problem `invalid_request` when the directory would have more rules than there may be.
 */
export async function takeInResults(
  tx: Queryable,
  tenantId: string,
  assessed: Assessed,
  results: readonly RuleResult[],
  bounds: IdentityBounds = usualBounds,
): Promise<IdentityChange> {
  const { directoryId, at } = assessed;
  const byRule = new Map(results.map((result) => [result.rule.id, result]));
  const asked = await findAsked(tx, tenantId, directoryId, [...byRule.keys()]);
  const news = [...byRule.keys()].filter((id) => !asked.has(id));
  await boundRules(tx, tenantId, directoryId, news, bounds);
  const fresh = [...byRule.values()]
    .filter(({ rule }) => (asked.get(rule.id) ?? at) <= at)
    .map(cleanResult);
  if (fresh.length === 0) return { made: 0, reopened: 0, resolved: 0, events: [] };
  await saveRuleResults(tx, tenantId, assessed, fresh);
  const unread = new Map(fresh.filter(settles).map((result) => [result.rule.id, unreadIn(result)]));
  const unseen = await findUnseen(tx, tenantId, directoryId, [...unread.keys()], at);
  const missed = unseen.filter(
    ({ ruleId, targetId }) => unread.get(ruleId)?.has(targetId) === false,
  );
  const plan = planMissed(missed, at);
  await saveLives(tx, tenantId, plan.changed);
  return changeOf(plan);
}

/** Whether it tells of every target that was not seen that nothing is wrong with it, or that it could not be read. */
function settles({ outcome, unread, unreadTargets }: RuleResult): boolean {
  return outcome !== "not_evaluated" && unread <= new Set(unreadTargets).size;
}

function unreadIn({ unreadTargets }: RuleResult): ReadonlySet<string> {
  return new Set(unreadTargets);
}
