import type { RuleText } from "#engines/directory-types";
import { severities } from "#lib/severity";
import type { Queryable } from "#platform/db";
import {
  type ContentRow,
  type LifeRow,
  type RuleRow,
  insertIdentityFindings,
  touchIdentityFindings,
  updateIdentityContents,
  updateIdentityLives,
} from "./identity-changes.queries.ts";
import type { Assessed, IdentityChange, SeenIdentityFinding } from "./identity-finding.ts";
import type { HeldLife, IdentityPlan } from "./plan-identity.ts";

/** Saves what an assessment saw, in a statement for each kind of change. */
export async function saveFound(
  tx: Queryable,
  tenantId: string,
  assessed: Assessed,
  plan: IdentityPlan,
  rules: ReadonlyMap<string, RuleText>,
): Promise<void> {
  const { inserted, changed, touched } = plan;
  if (inserted.length > 0) {
    const rows = inserted.map((one) => ({
      ...lifeRow(one),
      ...contentRow(one.id, one.seen),
      target_id: one.seen.weakness.target.id,
    }));
    const of = inserted.map(({ seen }) => seen);
    await insertIdentityFindings(tx, tenantId, assessed, rows, ruleRows(of, rules));
  }
  await saveLives(tx, tenantId, changed);
  const said = changed.flatMap(({ id, seen }) => (seen === null ? [] : [{ id, seen }]));
  if (said.length > 0) {
    const rows = said.map(({ id, seen }) => contentRow(id, seen));
    const of = said.map(({ seen }) => seen);
    await updateIdentityContents(tx, tenantId, assessed, rows, ruleRows(of, rules));
  }
  const seenAgain = [
    ...touched,
    ...changed.filter(({ seen }) => seen === null).map(({ id }) => id),
  ];
  if (seenAgain.length > 0)
    await tx.run(touchIdentityFindings, [tenantId, seenAgain, assessed.at, assessed.assessmentId]);
}

/** Saves what of findings changes over time. */
export async function saveLives(
  tx: Queryable,
  tenantId: string,
  changed: readonly (HeldLife & { readonly id: string })[],
): Promise<void> {
  if (changed.length > 0) await updateIdentityLives(tx, tenantId, changed.map(lifeRow));
}

/** What a plan comes to. */
export function changeOf({ inserted, events }: IdentityPlan): IdentityChange {
  return {
    made: inserted.length,
    reopened: events.filter(({ change }) => change.from === "resolved").length,
    resolved: events.filter(({ change }) => change.to === "resolved").length,
    events,
  };
}

function lifeRow({ id, life, exceptionId }: HeldLife & { readonly id: string }): LifeRow {
  return {
    id,
    status: life.status,
    status_at: life.statusAt,
    accepted_until: life.acceptedUntil,
    first_seen_at: life.firstSeenAt,
    last_seen_at: life.lastSeenAt,
    reopened_at: life.reopenedAt,
    resolved_at: life.resolvedAt,
    seen_at: life.seenAt.assessment,
    exception_id: exceptionId,
  };
}

function contentRow(
  id: string,
  { ruleId, weakness, contentHash }: SeenIdentityFinding,
): ContentRow {
  const { target, severity, evidence } = weakness;
  return {
    id,
    rule_id: ruleId,
    target_type: target.type,
    target_name: target.name,
    target_path: target.path,
    target_host: target.host,
    severity,
    severity_rank: severities.indexOf(severity),
    evidence,
    content_hash: contentHash,
  };
}

/** A rule's texts are sent once, however many findings it has. */
function ruleRows(
  findings: readonly SeenIdentityFinding[],
  rules: ReadonlyMap<string, RuleText>,
): RuleRow[] {
  return [...new Set(findings.map(({ ruleId }) => ruleId))].map((ruleId) => {
    const rule = rules.get(ruleId);
    if (rule === undefined) throw new Error(`nothing is known of the rule ${ruleId}`);
    const { category, title, remediation } = rule;
    return { rule_id: ruleId, category, title, remediation };
  });
}
