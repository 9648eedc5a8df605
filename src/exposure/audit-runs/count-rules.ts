import type { RuleResult, RuleSeverity } from "#engines/scap-types";

/** What the result of a rule means for a score. */
export const buckets = ["satisfied", "failed", "notApplicable", "notCheckable", "unknown"] as const;
export type Bucket = (typeof buckets)[number];

/** Rules of a run by what their result means. */
export type RuleCounts = Readonly<Record<Bucket, number>>;

const bucketOfResult: Readonly<Record<RuleResult, Bucket>> = {
  pass: "satisfied",
  fixed: "satisfied",
  fail: "failed",
  notapplicable: "notApplicable",
  notchecked: "notCheckable",
  informational: "notCheckable",
  error: "unknown",
  unknown: "unknown",
};

/** A rule as far as it counts. */
export interface CountedRule {
  readonly result: RuleResult;
  /** `role="unscored"` of XCCDF: whatever came out, a person has to judge it. */
  readonly unscored?: true | undefined;
}

/** What is not applicable or not checkable is left out of scores, as OpenSCAP's own scorer leaves it out. */
export function bucketOf({ result, unscored }: CountedRule): Bucket {
  const bucket = bucketOfResult[result];
  return unscored === true && bucket !== "notApplicable" ? "notCheckable" : bucket;
}

/** Counts rules by what their result means. Each is counted once. */
export function countRules(rules: readonly CountedRule[]): RuleCounts {
  const counts = { satisfied: 0, failed: 0, notApplicable: 0, notCheckable: 0, unknown: 0 };
  for (const rule of rules) counts[bucketOf(rule)] += 1;
  return counts;
}

/**
 * `satisfied` of what could be judged, per cent with one decimal: what gave no answer counts as not satisfied.
 *
 * @returns `null`: nothing could be judged.
 */
export function scorePctOf({
  satisfied,
  failed,
  unknown,
}: Pick<RuleCounts, "satisfied" | "failed" | "unknown">): number | null {
  const judged = satisfied + failed + unknown;
  return judged === 0 ? null : Math.round((1000 * satisfied) / judged) / 10;
}

/** Severity categories of the DISA. */
export const categories = ["CAT I", "CAT II", "CAT III"] as const;
export type Category = (typeof categories)[number];

const categoryOf: Partial<Record<RuleSeverity, Category>> = {
  high: "CAT I",
  medium: "CAT II",
  low: "CAT III",
};

/** The category that a severity stands for in a STIG; `null` for the others. */
export function catOf(severity: RuleSeverity): Category | null {
  return categoryOf[severity] ?? null;
}
