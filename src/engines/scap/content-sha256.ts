import { createHash } from "node:crypto";
import type { RuleText, ScapContent } from "#engines/scap-types";

/** Fields in a fixed order, so that the same texts always have the same form. */
const ruleFields = [
  "id",
  "title",
  "severity",
  "version",
  "group",
  "description",
  "rationale",
  "check",
  "fix",
  "script",
  "identifiers",
  "references",
] as const satisfies readonly (keyof RuleText)[];

/**
 * Texts of a result file, whose content is not at hand as a file. Their SHA-256 is that of their canonical JSON, the rules in
 * the order of their ids: files with the same texts share one content.
 */
export function contentOf(
  benchmark: ScapContent["benchmark"],
  rules: readonly RuleText[],
): ScapContent {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([benchmark.id, benchmark.version, benchmark.title]));
  const sorted = rules.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
  for (const rule of sorted)
    hash.update(`\n${JSON.stringify(ruleFields.map((field) => rule[field] ?? null))}`);
  return { sha256: hash.digest("hex"), benchmark, rules: [...rules] };
}
