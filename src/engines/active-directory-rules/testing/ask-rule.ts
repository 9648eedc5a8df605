import assert from "node:assert/strict";
import type { Domain } from "#engines/active-directory";
import { readAt } from "#engines/active-directory/testing";
import {
  type Rule,
  type Thresholds,
  type Verdict,
  usualThresholds,
} from "#engines/directory-types";
import type { Severity } from "#lib/severity";

/** What a rule said, in a form that tests compare. */
export interface Said {
  /** Names of what it minds with the severity of each, by name. */
  readonly found: Readonly<Record<string, string>>;
  /** Names of accounts and groups, and ids of the rest, that it could not be asked of. */
  readonly unread: readonly string[];
  readonly judged: number;
  /** All sentences, in one text. */
  readonly evidence: string;
}

/** When, and what is minded from when on; what is not told is as usual. */
export interface Circumstances {
  readonly now?: number;
  readonly thresholds?: Partial<Thresholds>;
}

/** Asks one of the rules, which must be among them and be able to say something. */
export function askRule(
  rules: readonly Rule<Domain>[],
  id: string,
  domain: Domain,
  circumstances: Circumstances = {},
): Said {
  const { severity, verdict } = verdictOf(rules, id, domain, circumstances);
  assert.ok(verdict.kind === "evaluated", JSON.stringify(verdict));
  const names = new Map([...domain.accounts, ...domain.groups].map((one) => [one.id, one.name]));
  return {
    found: Object.fromEntries(
      verdict.found
        .map((one) => [one.target.name, one.severity ?? severity] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    unread: verdict.unread.map((one) => names.get(one) ?? one).toSorted(),
    judged: verdict.judged,
    evidence: verdict.found.flatMap(({ evidence }) => evidence).join("\n"),
  };
}

/** Why one of the rules says nothing: the kind of its verdict and its sentence. */
export function whySilent(
  rules: readonly Rule<Domain>[],
  id: string,
  domain: Domain,
  circumstances: Circumstances = {},
): string {
  const { verdict } = verdictOf(rules, id, domain, circumstances);
  assert.ok(verdict.kind !== "evaluated", JSON.stringify(verdict));
  return verdict.kind === "not_evaluated"
    ? `not evaluated: ${verdict.needs}`
    : `not applicable: ${verdict.because}`;
}

/** What one of the rules says, and the severity that its findings have as a rule. */
export function verdictOf(
  rules: readonly Rule<Domain>[],
  id: string,
  domain: Domain,
  { now = readAt, thresholds = {} }: Circumstances = {},
): { severity: Severity; verdict: Verdict } {
  const rule = rules.find((one) => one.id === id);
  assert.ok(rule, `there is a rule ${id}`);
  const verdict = rule.evaluate(domain, { now, thresholds: { ...usualThresholds, ...thresholds } });
  return { severity: rule.severity, verdict };
}
