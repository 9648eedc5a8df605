import assert from "node:assert/strict";
import { type Thresholds, type Verdict, usualThresholds } from "#engines/directory-types";
import { entraRules } from "../rules/index.ts";
import type { EntraTenant } from "../tenant.ts";
import { now } from "./make-tenant.ts";

/** What a rule says of a tenant. @param id without `entra.`. */
export function ask(
  id: string,
  tenant: EntraTenant,
  thresholds: Partial<Thresholds> = {},
): Verdict {
  const rule = entraRules.find((one) => one.id === `entra.${id}`);
  assert.ok(rule !== undefined, `there is no rule entra.${id}`);
  return rule.evaluate(tenant, { now, thresholds: { ...usualThresholds, ...thresholds } });
}

/** What it found: each target by its name with its severity, if it has one of its own, and its evidence. */
export function found(
  id: string,
  tenant: EntraTenant,
  thresholds: Partial<Thresholds> = {},
): (readonly [name: string, severity: string, ...evidence: string[]])[] {
  const verdict = ask(id, tenant, thresholds);
  assert.ok(verdict.kind === "evaluated", `${id} was not evaluated: ${JSON.stringify(verdict)}`);
  assert.deepEqual(verdict.unread, []);
  return verdict.found.map(({ target, severity = "", evidence }) => [
    target.name,
    severity,
    ...evidence,
  ]);
}

/** That it could not be asked of these targets, and found nothing. */
export function assertUnread(id: string, tenant: EntraTenant, unread: readonly string[]): void {
  const verdict = ask(id, tenant);
  assert.ok(verdict.kind === "evaluated", `${id} was not evaluated: ${JSON.stringify(verdict)}`);
  assert.deepEqual([verdict.found, verdict.unread], [[], unread]);
}

/** That it says what it needs. */
export function assertNeeds(id: string, tenant: EntraTenant, needs: string | RegExp): void {
  const verdict = ask(id, tenant);
  assert.ok(verdict.kind === "not_evaluated", `${id} was evaluated: ${JSON.stringify(verdict)}`);
  if (typeof needs === "string") assert.equal(verdict.needs, needs);
  else assert.match(verdict.needs, needs);
}

/** That there is nothing that it could be about. */
export function assertNotApplicable(id: string, tenant: EntraTenant, because: RegExp): void {
  const verdict = ask(id, tenant);
  assert.ok(verdict.kind === "not_applicable", `${id}: ${JSON.stringify(verdict)}`);
  assert.match(verdict.because, because);
}
