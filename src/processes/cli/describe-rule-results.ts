import type { PostureFactor, RuleResultRow } from "#exposure/identity";
import { printableLine } from "#lib/printable";
import { formatCount } from "./describe-assessment.ts";
import { bySeverity, categoryWord } from "./describe-identity-rules.ts";
import { formatTable } from "./table.ts";

/**
 * What became of the rules of a directory: by category, and there those that found something first.
 *
 * @param factors of its score: a rule that found something is as severe as the worst of it
 */
export function describeRuleResults(
  rules: readonly RuleResultRow[],
  factors: readonly Pick<PostureFactor, "ruleId" | "severity">[],
): string {
  const worst = new Map(factors.map(({ ruleId, severity }) => [ruleId, severity]));
  const told = rules.map((rule) => ({
    ...rule,
    severity: worst.get(rule.ruleId) ?? rule.severity,
  }));
  const byCategory = Map.groupBy(told, ({ category }) => category);
  const rows = [...byCategory].flatMap(([category, of]) =>
    inOrder(of).map((rule, n) => [n === 0 ? categoryWord(category) : "", ...cellsOf(rule)]),
  );
  const headings = ["CATEGORY", "OUTCOME", "SEVERITY", "FINDINGS", "ASKED OF", "RULE", "WHAT"];
  return formatTable(headings, rows);
}

const ranks = { failed: 0, "not evaluated": 1, passed: 2, "not applicable": 3 } as const;

function inOrder(rules: readonly RuleResultRow[]): RuleResultRow[] {
  return bySeverity(rules).toSorted((a, b) => ranks[wordOf(a)] - ranks[wordOf(b)]);
}

function cellsOf(rule: RuleResultRow): string[] {
  const { severity, judged, unread, ruleId, title, open, accepted } = rule;
  const asked =
    unread === 0 ? formatCount(judged) : `${formatCount(judged)}, ${formatCount(unread)} unread`;
  const findings =
    accepted === 0 ? formatCount(open) : `${formatCount(open)}, ${formatCount(accepted)} accepted`;
  const isAsked = rule.outcome === "evaluated";
  return [
    wordOf(rule),
    severity,
    open + accepted === 0 ? "-" : findings,
    isAsked ? asked : "-",
    ruleId,
    printableLine(title),
  ];
}

/** A rule that was evaluated failed when something of it is open. */
function wordOf({ outcome, open }: RuleResultRow): keyof typeof ranks {
  if (outcome === "not_evaluated") return "not evaluated";
  if (outcome === "not_applicable") return "not applicable";
  return open > 0 ? "failed" : "passed";
}
