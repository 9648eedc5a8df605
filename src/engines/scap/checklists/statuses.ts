import type { RuleResult } from "#engines/scap-types";

/** As a `.cklb` has them. */
export type ChecklistStatus = "not_a_finding" | "open" | "not_applicable" | "not_reviewed";

const results = new Map<string, RuleResult>([
  ["notafinding", "pass"],
  ["open", "fail"],
  ["notapplicable", "notapplicable"],
  ["notreviewed", "notchecked"],
]);

const statuses: Readonly<Record<RuleResult, ChecklistStatus>> = {
  pass: "not_a_finding",
  fixed: "not_a_finding",
  fail: "open",
  notapplicable: "not_applicable",
  // A person has to look: the engine could not tell.
  error: "not_reviewed",
  unknown: "not_reviewed",
  notchecked: "not_reviewed",
  informational: "not_reviewed",
};

/** A status of a `.ckl` (`NotAFinding`) or a `.cklb` (`not_a_finding`); `undefined`: it is none. */
export function resultOfStatus(status: string): RuleResult | undefined {
  return results.get(status.toLowerCase().replaceAll(/[\s_-]/g, ""));
}

/** What a checklist says for a result; it has fewer words. */
export function statusOf(result: RuleResult): ChecklistStatus {
  return statuses[result];
}
