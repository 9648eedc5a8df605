import { hash } from "node:crypto";
import type { RuleText } from "#engines/directory-types";
import { newId } from "#lib/ids";
import { severities } from "#lib/severity";
import type { Queryable } from "#platform/db";
import { type IdentityBounds, boundFindings, boundRules, usualBounds } from "./bounds.ts";
import { cleanRule, cleanWeakness } from "./clean-texts.ts";
import { listHoldingExceptions } from "./identity-exception.queries.ts";
import { findKnownByKeys } from "./known-identity.queries.ts";
import {
  type Assessed,
  type FoundByRule,
  type IdentityChange,
  type SeenIdentityFinding,
  identityKey,
} from "./identity-finding.ts";
import { findAsked } from "./identity-rule.queries.ts";
import { exceptionMatcher } from "./match-exception.ts";
import { planFound } from "./plan-identity.ts";
import { changeOf, saveFound } from "./save-identity.ts";

/** Findings that are decided about at a time, so that memory stays bounded whatever a probe sends. */
const atOnce = 5000;

/**
 * Saves what rules found. What is told of an assessment that is older than the rule's latest result is ignored; told twice, nothing
 * changes.
 *
 * @param tx holds the {@link identityLock} of the tenant.
 * @returns what changed; the caller writes the events into the history.
 * @throws Problem `invalid_request` when the directory would have more rules or findings than there may be.
 */
export async function takeInFound(
  tx: Queryable,
  tenantId: string,
  assessed: Assessed,
  found: readonly FoundByRule[],
  bounds: IdentityBounds = usualBounds,
): Promise<IdentityChange> {
  const { directoryId, at } = assessed;
  const total = { made: 0, reopened: 0, resolved: 0 };
  const events: IdentityChange["events"][number][] = [];
  if (found.length === 0) return { ...total, events };
  const ruleIds = [...new Set(found.map(({ rule }) => rule.id))];
  const asked = await findAsked(tx, tenantId, directoryId, ruleIds);
  const news = ruleIds.filter((id) => !asked.has(id));
  await boundRules(tx, tenantId, directoryId, news, bounds);
  const { rules, seen } = seenIn(
    found.filter(({ rule }) => (asked.get(rule.id) ?? at) <= at),
    assessed,
  );
  const exceptions = await listHoldingExceptions(tx, tenantId, directoryId);
  const exceptionOf = exceptionMatcher(exceptions, at);
  for (let from = 0; from < seen.length; from += atOnce) {
    const some = seen.slice(from, from + atOnce);
    const keys = some.map(({ ruleId, weakness }) => ({ ruleId, targetId: weakness.target.id }));
    const known = await findKnownByKeys(tx, tenantId, directoryId, keys);
    const byKey = new Map(known.map((one) => [identityKey(one.ruleId, one.targetId), one]));
    const plan = planFound(byKey, some, assessed, exceptionOf, newId);
    await saveFound(tx, tenantId, assessed, plan, rules);
    const change = changeOf(plan);
    total.made += change.made;
    total.reopened += change.reopened;
    events.push(...change.events);
  }
  if (total.made > 0) await boundFindings(tx, tenantId, directoryId, bounds);
  return { ...total, events };
}

/** Every weakness once, with its rule's texts aside. Of one that is told twice the most severe counts, whatever the order. */
function seenIn(
  found: readonly FoundByRule[],
  { siteId }: Assessed,
): { rules: ReadonlyMap<string, RuleText>; seen: SeenIdentityFinding[] } {
  const rules = new Map<string, RuleText>();
  const byKey = new Map<string, SeenIdentityFinding>();
  for (const { rule: told, weaknesses } of found) {
    const rule = cleanRule(told);
    rules.set(rule.id, rule);
    const ruleHash = hashOf([rule, siteId]);
    for (const raw of weaknesses) {
      const weakness = cleanWeakness(raw);
      const key = identityKey(rule.id, weakness.target.id);
      const other = byKey.get(key)?.weakness;
      if (other !== undefined && !isWorse(weakness.severity, other.severity)) continue;
      const contentHash = hashOf([ruleHash, weakness]);
      byKey.set(key, { ruleId: rule.id, weakness, contentHash });
    }
  }
  return { rules, seen: [...byKey.values()] };
}

function isWorse(one: (typeof severities)[number], other: (typeof severities)[number]): boolean {
  return severities.indexOf(one) < severities.indexOf(other);
}

function hashOf(value: unknown): string {
  return hash("sha1", JSON.stringify(value), "base64url");
}
