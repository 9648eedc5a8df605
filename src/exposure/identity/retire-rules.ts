import type { Tx } from "#platform/db";
import type { Assessed, IdentityChange } from "./identity-finding.ts";
import { countToldRules, listUntoldRules } from "./identity-rule.queries.ts";
import { takeInResults } from "./take-in-results.ts";

const reason = "The version of Vedette that the probe has does not ask it any more.";

/**
 * At the end of an assessment that went well: rules that it has not told of are asked no more, since its probe has another version
 * than the one before. Nobody would ever look again at what they found: it is resolved, and the rule says why. One that is
 * asked again later finds it again.
 *
 * @param tx holds the {@link identityLock} of the tenant.
 * @param told of how many rules the probe has told; unless all of that was taken in, nothing is concluded. `null`: not known.
 * @returns what changed; the caller writes the events into the history.
 */
export async function retireRules(
  tx: Tx,
  tenantId: string,
  assessed: Assessed,
  told: number | null,
): Promise<IdentityChange> {
  const { directoryId, assessmentId, at } = assessed;
  const taken = await countToldRules(tx, tenantId, directoryId, assessmentId);
  if (taken !== told) return { made: 0, reopened: 0, resolved: 0, events: [] };
  const rules = await listUntoldRules(tx, tenantId, directoryId, { assessmentId, at });
  const results = rules.map((rule) => ({
    rule,
    outcome: "not_applicable" as const,
    reason,
    judged: 0,
    found: 0,
    unread: 0,
    unreadTargets: [],
  }));
  return takeInResults(tx, tenantId, assessed, results);
}
