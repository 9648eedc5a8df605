import {
  type AssessmentContext,
  type Rule,
  type RuleResult,
  type RuleText,
  type Thresholds,
  type Verdict,
  type Weakness,
  mostUnreadNamed,
} from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";

/** Of sentences in results, by the schemas. */
const longestReason = 500;

/** What is asked, and of what. */
interface Question<Directory> {
  readonly rules: readonly Rule<Directory>[];
  readonly directory: Directory;
  /** When it was read, Unix epoch milliseconds. */
  readonly now: number;
  readonly thresholds: Thresholds;
  /** How many objects were read. */
  readonly objects: number;
}

/** Asks every rule of a directory that was read, and tells each result as it comes. */
export async function judge<Directory>(
  { rules, directory, now, thresholds, objects }: Question<Directory>,
  { signal, onProgress, onResult }: Pick<AssessmentContext, "signal" | "onProgress" | "onResult">,
): Promise<void> {
  for (const [rulesDone, rule] of rules.entries()) {
    signal.throwIfAborted();
    onProgress({ phase: "judging", what: rule.id, objects, rulesDone, rulesTotal: rules.length });
    const { result, found } = resultOf(rule, ask(rule, directory, { now, thresholds }));
    await onResult(result, found);
  }
}

/** One rule that fails must not cost the others: it was not evaluated then, and says why. */
function ask<Directory>(
  rule: Rule<Directory>,
  directory: Directory,
  options: { now: number; thresholds: Thresholds },
): Verdict {
  try {
    return rule.evaluate(directory, options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      kind: "not_evaluated",
      needs: `This rule failed on what was read, which is a fault of Vedette; please report it: ${why}`,
    };
  }
}

/** What is told of a rule. Of a target that it names twice the first counts. */
function resultOf(rule: Rule<never>, verdict: Verdict): { result: RuleResult; found: Weakness[] } {
  const told = { rule: textOf(rule), judged: 0, found: 0, unread: 0, unreadTargets: [] };
  switch (verdict.kind) {
    case "not_evaluated":
      return {
        result: { ...told, outcome: "not_evaluated", reason: sentence(verdict.needs) },
        found: [],
      };
    case "not_applicable":
      return {
        result: { ...told, outcome: "not_applicable", reason: sentence(verdict.because) },
        found: [],
      };
    case "evaluated": {
      const byTarget = new Map<string, Weakness>();
      for (const { target, severity = rule.severity, evidence } of verdict.found) {
        if (byTarget.has(target.id)) continue;
        byTarget.set(target.id, { target, severity, evidence: [...evidence] });
      }
      const unread = [...new Set(verdict.unread)];
      return {
        result: {
          ...told,
          outcome: "evaluated",
          reason: null,
          judged: verdict.judged,
          found: byTarget.size,
          // One more than can be named.
          unread: unread.length + (verdict.mayBeMore === true ? 1 : 0),
          unreadTargets: unread.slice(0, mostUnreadNamed),
        },
        found: [...byTarget.values()],
      };
    }
  }
}

/** What people read of a rule. */
export function textOf(rule: RuleText): RuleText {
  const { id, title, category, severity, asks, remediation, references } = rule;
  return { id, title, category, severity, asks, remediation, references };
}

function sentence(text: string): string {
  return shortened(printableLine(text), longestReason);
}
