import type { RuleResult, RuleText, Weakness } from "#engines/directory-types";
import type { Severity } from "#lib/severity";
import { saveFindingEvents } from "#exposure/findings";
import { type Assessed, identityLock, takeInFound, takeInResults } from "#exposure/identity";
import { type Database, lock } from "#platform/db";

/** What a rule of tests says of itself. */
export function someRule(name: string, text: Partial<RuleText> = {}): RuleText {
  return {
    id: `ad.${name}`,
    title: `${name} is wrong`,
    category: "accounts",
    severity: "MEDIUM",
    asks: `Whether ${name} is right.`,
    remediation: `Put ${name} right.`,
    references: [{ title: "Read on", url: `https://example.test/${name}` }],
    ...text,
  };
}

/** A user who is in a state that a rule minds. */
export function someWeakness(
  target: string,
  said: { name?: string; severity?: Severity; evidence?: string[]; host?: string | null } = {},
): Weakness {
  const { name = target, severity = "MEDIUM", evidence = ["It is so."], host = null } = said;
  return {
    target: { type: "user", id: target, name, path: `CN=${name},DC=acme,DC=test`, host },
    severity,
    evidence,
  };
}

/** What became of a rule. */
export function someResult(rule: RuleText, said: Partial<RuleResult> = {}): RuleResult {
  return {
    rule,
    outcome: "evaluated",
    reason: null,
    judged: 10,
    found: 0,
    unread: 0,
    unreadTargets: [],
    ...said,
  };
}

/** What of an assessment arrives at once. */
export interface Told {
  readonly found?: readonly { readonly rule: RuleText; readonly weaknesses: readonly Weakness[] }[];
  readonly results?: readonly RuleResult[];
}

/** Takes in what an assessment told, as the flow does: under the lock, with the history. */
export async function tell(
  database: Database,
  tenantId: string,
  assessed: Assessed,
  { found = [], results = [] }: Told,
): Promise<{ made: number; reopened: number; resolved: number }> {
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, identityLock(tenantId));
    const a = await takeInFound(tx, tenantId, assessed, found);
    const b = await takeInResults(tx, tenantId, assessed, results);
    await saveFindingEvents(tx, tenantId, [...a.events, ...b.events]);
    return {
      made: a.made + b.made,
      reopened: a.reopened + b.reopened,
      resolved: a.resolved + b.resolved,
    };
  });
}
