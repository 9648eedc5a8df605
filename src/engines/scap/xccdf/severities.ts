import type { RuleSeverity } from "#engines/scap-types";

const severities = new Map<string, RuleSeverity>([
  ["high", "high"],
  ["medium", "medium"],
  ["low", "low"],
  ["info", "info"],
  ["unknown", "unknown"],
  // Checklists sometimes name the category.
  ["cat i", "high"],
  ["cat ii", "medium"],
  ["cat iii", "low"],
]);

/** A severity by its word in any case; `undefined`: none is given, or it is none of them. */
export function severityOf(word: string | undefined): RuleSeverity | undefined {
  return word === undefined ? undefined : severities.get(word.trim().toLowerCase());
}
