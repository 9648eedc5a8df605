import type { AssessmentReport } from "#exposure/directories";
import type { DirectoryFacts } from "#engines/directory-types";
import type { AssessmentSummary, RuleResultRow } from "#exposure/identity";
import { printableLine } from "#lib/printable";
import { describeFacts, describeTook, formatCount } from "./describe-assessment.ts";
import { describeFactors, describePosture } from "./describe-posture.ts";
import { formatTable } from "./table.ts";

/** What an assessment that completed came to. */
export interface AssessmentOutcome {
  readonly assessment: Pick<AssessmentReport, "directoryName" | "state" | "startedAt" | "endedAt">;
  /** What was read; null: nobody said. */
  readonly facts: DirectoryFacts | null;
  /** Findings that are new or came back, and those that are gone. */
  readonly changes: { readonly opened: number; readonly resolved: number };
  readonly posture: AssessmentSummary;
  readonly rules: readonly Pick<RuleResultRow, "ruleId" | "outcome" | "reason">[];
}

/** What cost most is a place to begin; the rest is a command away. */
const shownFactors = 3;

/** What was read, what the rules came to, how it scores, and which rules could not be asked. */
export function describeOutcome(outcome: AssessmentOutcome): string {
  const { assessment, facts, changes, posture, rules } = outcome;
  const { opened, resolved } = changes;
  return [
    `${assessment.directoryName}: ${assessment.state}${describeTook(assessment)}`,
    ...(facts === null ? [] : [`read ${describeFacts(facts)}`]),
    `findings: ${formatCount(opened)} opened, ${formatCount(resolved)} resolved`,
    ...describePosture(posture),
    ...describeFactors(posture.factors, shownFactors),
    ...describeUnasked(rules),
  ].join("\n");
}

/** Rules that were not evaluated, each with what it needs, in lines. */
export function describeUnasked(
  rules: readonly Pick<RuleResultRow, "ruleId" | "outcome" | "reason">[],
): string[] {
  const rows = rules
    .filter(({ outcome }) => outcome === "not_evaluated")
    .map(({ ruleId, reason }) => [ruleId, printableLine(reason ?? "-")]);
  return rows.length === 0 ? [] : ["", formatTable(["NOT EVALUATED", "WHY"], rows)];
}
