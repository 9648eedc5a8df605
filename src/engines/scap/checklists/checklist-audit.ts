import type { AuditedHost, ImportedAudit, RuleOutcome, RuleText } from "#engines/scap-types";
import { contentOf } from "../content-sha256.ts";
import { Unreadable, quoted } from "../invalid-audit-file.ts";
import { maxRules } from "../limits.ts";
import { strippedId } from "../stripped-id.ts";
import { type KeptText, idOf, lineOf, linesOf } from "../texts.ts";
import { given, listOf, longest } from "../xccdf/rule-draft.ts";
import { severityOf } from "../xccdf/severities.ts";
import { resultOfStatus } from "./statuses.ts";

/** One rule of a checklist, as it stands there. */
export interface ChecklistRule {
  readonly id: string;
  readonly group: string;
  readonly version: string;
  readonly title: string;
  readonly severity: string;
  /** What a person made of the severity, and why; empty: nothing. */
  readonly override: string;
  readonly justification: string;
  readonly status: string;
  readonly details: string;
  readonly comments: string;
  readonly discussion: string;
  readonly check: string;
  readonly fix: string;
  readonly weight: string;
  readonly identifiers: readonly string[];
}

/** One STIG of a checklist. */
export interface ChecklistStig {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** `Release: 3 Benchmark Date: 26 Jul 2023`. */
  readonly release: string;
  readonly rules: readonly ReadRule[];
}

/** A rule with what became of it. */
export interface ReadRule {
  readonly text: RuleText;
  readonly outcome: RuleOutcome;
}

/** Who filled a checklist in, and when. */
export interface ChecklistOrigin {
  readonly engine: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * @param place where the rule stands: `VULN at line 12`.
 * @throws Unreadable: it has no id, or a status that is none.
 */
export function readChecklistRule(rule: ChecklistRule, place: string, kept: KeptText): ReadRule {
  const id = idOf(rule.id, `the rule id of the ${place}`);
  const result = resultOfStatus(rule.status);
  if (result === undefined) {
    throw new Unreadable(
      `the status of ${id}, the ${place}, is ${quoted(rule.status)}, which no checklist has`,
    );
  }
  const severity = severityOf(rule.severity) ?? "unknown";
  const changed = severityOf(rule.override);
  const weight = Number(rule.weight || "1");
  const justification =
    changed === undefined || rule.justification.trim() === ""
      ? ""
      : `Severity changed to ${changed}: ${rule.justification.trim()}`;
  const line = (text: string, length: number): string => kept.of(lineOf(text, length), length);
  const lines = (text: string, length: number): string => kept.of(linesOf(text, length), length);
  const text: RuleText = {
    id,
    title: line(rule.title, longest.title) || strippedId(id),
    severity,
    ...given("version", line(rule.version, longest.version)),
    ...given("group", line(rule.group, 300)),
    ...given("description", lines(rule.discussion, longest.description)),
    ...given("check", lines(rule.check, longest.check)),
    ...given("fix", lines(rule.fix, longest.fix)),
    identifiers: listOf(rule.identifiers, longest.identifier, 50).map((one) => kept.of(one, 200)),
    references: [],
  };
  const outcome: RuleOutcome = {
    id,
    result,
    ...(changed === undefined || changed === severity ? {} : { severity: changed }),
    // DISA gives each rule the weight 10.0, which says as much as 1.
    ...(weight >= 0 && Number.isFinite(weight) && weight !== 1 && weight !== 10 ? { weight } : {}),
    ...given("why", lines(rule.details, 1500)),
    ...given("comments", lines(`${rule.comments}\n${justification}`, 4000)),
  };
  return { text, outcome };
}

/** @throws Unreadable: a rule stands there twice, or there is none, or too many. */
export function auditOfStig(
  stig: ChecklistStig,
  host: AuditedHost,
  { engine, at }: ChecklistOrigin,
): ImportedAudit {
  const id = idOf(stig.id || stig.title, "the id of a STIG");
  const seen = new Set<string>();
  for (const { outcome } of stig.rules) {
    if (seen.has(outcome.id))
      throw new Unreadable(`${id} has the rule ${quoted(outcome.id)} twice`);
    seen.add(outcome.id);
  }
  if (seen.size === 0) throw new Unreadable(`${id} has no rules`);
  if (seen.size > maxRules) throw new Unreadable(`${id} has more than ${maxRules} rules`);
  const title = lineOf(stig.title, 500) || strippedId(id);
  const benchmark = { id, version: versionOf(stig), title };
  const content = contentOf(
    benchmark,
    stig.rules.map(({ text }) => text),
  );
  return {
    host,
    content,
    report: {
      startedAt: at,
      finishedAt: at,
      engine,
      privileged: null,
      contentSha256: content.sha256,
      benchmark,
      profile: null,
      scores: [],
      rules: stig.rules.map(({ outcome }) => outcome),
    },
  };
}

/** `V2R3`, as people name a STIG, where both numbers are there. */
function versionOf({ version, release }: ChecklistStig): string {
  const number = /^Release:\s*(\d+(?:\.\d+)?)/i.exec(release.trim())?.[1];
  const major = version.trim().replace(/^v(?=\d)/i, "");
  const isNumber = /^\d{1,9}$/.test(major);
  if (number === undefined || !isNumber) return lineOf(version, 100);
  return `V${Number(major)}R${number.slice(0, 20)}`;
}
