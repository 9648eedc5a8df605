import type { RuleResult, RuleText, Weakness } from "#engines/directory-types";

/** A rule's words. */
export function ruleOf(id: string): RuleText {
  return {
    id,
    title: "Something is wrong",
    category: "accounts",
    severity: "HIGH",
    asks: "Whether something is wrong.",
    remediation: "Put it right.",
    references: [{ title: "A page", url: "https://example.net/" }],
  };
}

/** A target that a rule minds. */
export function weaknessOf(n: number): Weakness {
  const path = `CN=user ${n},DC=acme,DC=test`;
  return {
    target: { type: "user", id: `guid-${n}`, name: `user ${n}`, path, host: null },
    severity: "HIGH",
    evidence: ["Its password never expires."],
  };
}

/** What an evaluated rule came to. */
export function resultOf(rule: RuleText, found: number): RuleResult {
  const judged = found + 1;
  return { rule, outcome: "evaluated", reason: null, judged, found, unread: 0, unreadTargets: [] };
}
