import assert from "node:assert/strict";
import type { Domain } from "#engines/active-directory";
import { type FoundWeakness, type Verdict, usualThresholds } from "#engines/directory-types";
import type { Severity } from "#lib/severity";
import { directoryRules } from "../index.ts";

/** What a rule says of a domain, asked when it was read. */
export function ask(id: string, domain: Domain): Verdict {
  const rule = directoryRules.find((one) => one.id === id);
  assert.ok(rule !== undefined, `there is no rule ${id}`);
  return rule.evaluate(domain, { now: domain.readAt, thresholds: usualThresholds });
}

/** What it found, with the severities that the findings have. */
export function foundBy(id: string, domain: Domain): (FoundWeakness & { severity: Severity })[] {
  const verdict = ask(id, domain);
  assert.equal(verdict.kind, "evaluated", `${id}: ${JSON.stringify(verdict)}`);
  const rule = directoryRules.find((one) => one.id === id);
  if (verdict.kind !== "evaluated" || rule === undefined) return [];
  return verdict.found.map((one) => ({ severity: rule.severity, ...one }));
}

/** The names of what it found, each with its severity: `CRITICAL DC1$`. */
export function namesFoundBy(id: string, domain: Domain): string[] {
  return foundBy(id, domain).map(({ target, severity }) => `${severity} ${target.name}`);
}

/** All that it says of one target, as one text. */
export function evidenceOf(id: string, domain: Domain): string {
  return foundBy(id, domain)
    .flatMap(({ evidence }) => evidence)
    .join("\n");
}

/** Why it did not judge: `not_evaluated: Needs …`, `not_applicable: There is …`. */
export function reasonOf(id: string, domain: Domain): string {
  const verdict = ask(id, domain);
  switch (verdict.kind) {
    case "evaluated":
      return "evaluated";
    case "not_evaluated":
      return `not_evaluated: ${verdict.needs}`;
    case "not_applicable":
      return `not_applicable: ${verdict.because}`;
  }
}
