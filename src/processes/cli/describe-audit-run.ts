import type { AuditComparison, AuditRunDetail } from "#exposure/audit-runs";
import { formatTable, formatTime } from "./table.ts";

type Rule = AuditRunDetail["rules"][number];
type Change = AuditComparison["worse"][number];

/** The buckets in the order in which somebody has to do with them. */
const buckets = ["failed", "unknown", "notCheckable", "satisfied", "notApplicable"] as const;

const bucketWords: Readonly<Record<Rule["bucket"], string>> = {
  failed: "failed",
  unknown: "without an answer",
  notCheckable: "to be checked by hand",
  satisfied: "satisfied",
  notApplicable: "not applicable",
};

/** What a run came to: its score, its counts, where it is from. */
export function describeAuditRun(run: AuditRunDetail): string {
  const lines = [
    `${run.hostname}: ${run.bundleName}`,
    `score: ${percent(run.scorePct)}${describeExceptions(run)}`,
    ...describeNative(run),
    buckets.map((bucket) => `${run[bucket]} ${bucketWords[bucket]}`).join(", "),
    `${run.source === "import" ? "imported" : "audited"}: ${formatTime(run.runAt)} UTC` +
      (run.engine === undefined ? "" : ` by ${run.engine}`),
  ];
  if (run.privileged === false) {
    lines.push(
      "The agent was not root: unless it may read every file, rules about files of root alone can have failed for that.",
    );
  }
  return lines.join("\n");
}

function percent(score: number | undefined): string {
  return score === undefined ? "none, no rule could be judged" : `${score} %`;
}

function describeExceptions({ excepted, scoreWithExceptionsPct }: AuditRunDetail): string {
  if (excepted === 0) return "";
  return ` (without ${excepted} excepted: ${percent(scoreWithExceptionsPct)})`;
}

function describeNative({ nativeScore, nativeScoreMax, scoringSystem }: AuditRunDetail): string[] {
  if (nativeScore === undefined || nativeScoreMax === undefined) return [];
  const rounded = Math.round(nativeScore * 100) / 100;
  return [`score of the engine: ${rounded} of ${nativeScoreMax} (${scoringSystem ?? "unnamed"})`];
}

/** Rules with what they came to, the worst first. What failed is told with why, and what to do. */
export function describeRules(rules: readonly Rule[]): string {
  return buckets
    .flatMap((bucket) =>
      rules
        .filter((rule) => rule.bucket === bucket)
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map(describeRule),
    )
    .join("\n");
}

const severityRanks: Readonly<Record<Rule["severity"], number>> = {
  high: 0,
  medium: 1,
  low: 2,
  info: 3,
  unknown: 4,
};

function rankOf({ severity }: Rule): number {
  return severityRanks[severity];
}

function describeRule(rule: Rule): string {
  const { result, shortId, title, category, severity, excepted, comments } = rule;
  const number = rule.version === undefined ? "" : ` (${rule.version})`;
  const head = `${result}  ${category ?? `severity ${severity}`}  ${shortId}${number}: ${title}`;
  const needsWork = rule.bucket === "failed" || rule.bucket === "unknown";
  const details: (readonly [string, string | undefined])[] = needsWork
    ? [
        ["why", rule.why],
        ["fix", rule.fix],
        // Content of distributions has no words for a fix, but describes what must be so.
        ["about", rule.fix === undefined ? rule.description : undefined],
      ]
    : [];
  if (excepted !== undefined) {
    const until = excepted.until === undefined ? "" : ` until ${formatTime(excepted.until)} UTC`;
    details.push(["excepted", `${excepted.owner}${until}: ${excepted.reason}`]);
  }
  details.push(["comments", comments]);
  const told = details.flatMap(([name, text]) =>
    text === undefined ? [] : [indented(name, text)],
  );
  return [head, ...told].join("\n");
}

/** `    why: the first line`, the others below it. */
function indented(name: string, text: string): string {
  return `    ${name}: ${text.trim().replaceAll("\n", "\n      ")}`;
}

const kinds = [
  ["worse", "WORSE"],
  ["better", "BETTER"],
  ["otherwise", "OTHERWISE"],
  ["added", "NEW"],
  ["gone", "GONE"],
] as const;

/** What changed from one run to another. */
export function describeComparison(comparison: AuditComparison): string {
  const { before, after, sameBenchmark, sameProfile, sameHost, unchanged } = comparison;
  const lines = [
    `${after.hostname}: ${after.bundleName}`,
    `${formatTime(before.runAt)} UTC: ${percent(before.scorePct)}, ${formatTime(after.runAt)} UTC: ${percent(after.scorePct)}`,
  ];
  if (!sameHost) lines.push(`They are of different hosts: ${before.hostname}, ${after.hostname}.`);
  if (!sameBenchmark) {
    lines.push(
      `They are of different benchmarks: ${before.bundleName}, ${after.bundleName}. Few rules are in both.`,
    );
  } else if (!sameProfile) lines.push("They are of different profiles.");
  const rows = kinds.flatMap(([kind, word]) =>
    comparison[kind].map((change) => rowOf(word, change)),
  );
  if (rows.length > 0) {
    lines.push("", formatTable(["", "BEFORE", "AFTER", "SEVERITY", "RULE", "TITLE"], rows));
  }
  return [...lines, "", `${unchanged} unchanged`].join("\n");
}

function rowOf(word: string, { before, after, category, severity, shortId, title }: Change) {
  return [word, before ?? "-", after ?? "-", category ?? severity, shortId, title];
}
