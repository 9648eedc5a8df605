import type { RuleResult } from "#engines/scap-types";

const results = new Map<string, RuleResult | "notselected">([
  ["pass", "pass"],
  ["fixed", "fixed"],
  ["fail", "fail"],
  ["error", "error"],
  ["unknown", "unknown"],
  ["notapplicable", "notapplicable"],
  ["notchecked", "notchecked"],
  ["informational", "informational"],
  ["notselected", "notselected"],
]);

/** A result of XCCDF by its word; `undefined`: it is none. */
export function resultOf(word: string): RuleResult | "notselected" | undefined {
  return results.get(word.trim());
}

/**
 * The first of these that is among several results of a rule is the rule's own: XCCDF 1.2, truth table for AND (section
 * 6.4.4.4.3), where results that say nothing of the host do not count beside others.
 */
const order: readonly RuleResult[] = [
  "fail",
  "unknown",
  "error",
  "pass",
  "fixed",
  "notapplicable",
  "notchecked",
  "informational",
];

/** One result for a rule that was evaluated several times, once for each user or disk. */
export function combined(several: readonly [RuleResult, ...RuleResult[]]): RuleResult {
  return order.find((result) => several.includes(result)) ?? several[0];
}
