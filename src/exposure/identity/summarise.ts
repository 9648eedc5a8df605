import type { RuleOutcome } from "#engines/directory-types";
import { type Severity, severities } from "#lib/severity";
import type { Queryable } from "#platform/db";
import { type OpenOfRule, type Posture, scorePosture } from "./posture.ts";
import { countAccepted, countOpen, countRules } from "./posture.queries.ts";

/** How it is with a directory. */
export interface AssessmentSummary extends Posture {
  /** By what became of them when they were last asked; `failed` are those of the evaluated that have open findings. */
  readonly rules: {
    readonly evaluated: number;
    readonly notEvaluated: number;
    readonly notApplicable: number;
    readonly failed: number;
  };
  /** 0 to 1: evaluated of those that could be meant, evaluated and not evaluated; `null` when there are none. */
  readonly coverage: number | null;
  /** Findings that are open or in progress. */
  readonly open: Readonly<Record<Severity, number>>;
  /** Findings that are accepted, by an exception or a person. They are not in the score. */
  readonly excepted: number;
}

/** Sums up what is known of a directory now. */
export async function summarise(
  db: Queryable,
  tenantId: string,
  directoryId: string,
): Promise<AssessmentSummary> {
  const rules = await db.run(countRules, [tenantId, directoryId]);
  const rows = await db.run(countOpen, [tenantId, directoryId]);
  const [accepted] = await db.run(countAccepted, [tenantId, directoryId]);
  const open = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
  const byRule = new Map<string, OpenOfRule>();
  for (const row of rows) {
    open[row.severity] += row.findings;
    byRule.set(row.ruleId, joined(byRule.get(row.ruleId), row));
  }
  const of = (outcome: RuleOutcome) => rules.find((one) => one.outcome === outcome);
  const evaluated = of("evaluated")?.rules ?? 0;
  const notEvaluated = of("not_evaluated")?.rules ?? 0;
  return {
    rules: {
      evaluated,
      notEvaluated,
      notApplicable: of("not_applicable")?.rules ?? 0,
      failed: of("evaluated")?.failed ?? 0,
    },
    coverage: evaluated + notEvaluated === 0 ? null : evaluated / (evaluated + notEvaluated),
    open,
    excepted: accepted?.accepted ?? 0,
    ...scorePosture([...byRule.values()]),
  };
}

/** One rule's findings of several severities. */
function joined(before: OpenOfRule | undefined, more: OpenOfRule): OpenOfRule {
  if (before === undefined) return more;
  const rank = (one: OpenOfRule) => severities.indexOf(one.severity);
  return {
    ...more,
    severity: rank(before) < rank(more) ? before.severity : more.severity,
    findings: before.findings + more.findings,
    isOfWhole: before.isOfWhole || more.isOfWhole,
  };
}
