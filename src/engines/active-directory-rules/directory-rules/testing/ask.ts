import assert from "node:assert/strict";
import type { Domain } from "#engines/active-directory";
import type { FoundWeakness, Verdict } from "#engines/directory-types";
import type { Severity } from "#lib/severity";
import { verdictOf } from "../../testing/ask-rule.ts";
import { directoryRules } from "../index.ts";

/** What a rule says of a domain, asked when it was read. */
export function ask(id: string, domain: Domain): Verdict {
  return verdictOf(directoryRules, id, domain, { now: domain.readAt }).verdict;
}

/** What it found, with the severities that the findings have. */
export function foundBy(id: string, domain: Domain): (FoundWeakness & { severity: Severity })[] {
  const { severity, verdict } = verdictOf(directoryRules, id, domain, { now: domain.readAt });
  assert.ok(verdict.kind === "evaluated", `${id}: ${JSON.stringify(verdict)}`);
  return verdict.found.map((one) => ({ severity, ...one }));
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
