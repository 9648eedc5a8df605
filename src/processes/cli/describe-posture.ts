import type { AssessmentSummary, PostureFactor } from "#exposure/identity";
import { printableLine } from "#lib/printable";
import { severities } from "#lib/severity";
import { formatCount } from "./describe-assessment.ts";
import { formatTable } from "./table.ts";

/** How it is with a directory, in lines: its rules, what is open, its score. */
export function describePosture({
  rules,
  open,
  excepted,
  score,
  coverage,
}: AssessmentSummary): string[] {
  const { evaluated, failed, notEvaluated, notApplicable } = rules;
  const of = notEvaluated === 0 ? "" : `, by ${evaluated} of ${evaluated + notEvaluated} rules`;
  const weaknesses = severities
    .filter((severity) => open[severity] > 0)
    .map((severity) => `${formatCount(open[severity])} ${severity.toLowerCase()}`);
  return [
    `rules: ${failed} failed, ${evaluated - failed} passed, ${notEvaluated} not evaluated, ${notApplicable} not applicable`,
    `open findings: ${weaknesses.join(", ") || "none"}${excepted === 0 ? "" : `; ${formatCount(excepted)} accepted`}`,
    coverage === null
      ? "score: none, no rule was evaluated"
      : `score: ${formatScore(score)} of 100${of}`,
  ];
}

/** What cost most, in lines; none when nothing did. */
export function describeFactors(factors: readonly PostureFactor[], most: number): string[] {
  if (factors.length === 0) return [];
  const rows = factors
    .slice(0, most)
    .map(({ factor, severity, ruleId, findings, title }) => [
      `-${((1 - factor) * 100).toFixed(1)} %`,
      severity,
      ruleId,
      formatCount(findings),
      printableLine(title),
    ]);
  return ["", formatTable(["COSTS", "SEVERITY", "RULE", "FINDINGS", "WHAT"], rows)];
}

/** `43.0` */
export function formatScore(score: number): string {
  return score.toFixed(1);
}
