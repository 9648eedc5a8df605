import type { RuleResult, RuleText } from "#engines/directory-types";
import { type Queryable, statement } from "#platform/db";
import type { Assessed } from "./identity-finding.ts";

const askedStatement = statement<
  [tenantId: string, directoryId: string, ruleIds: readonly string[]],
  { ruleId: string; askedAt: number }
>(
  "identity-rules.asked",
  `select rule_id as "ruleId", asked_at as "askedAt" from identity_rules
   where tenant_id = $1 and directory_id = $2 and rule_id = any($3::text[])`,
);

/** When the assessment was handed out that told the latest result of each rule; of rules that never were asked nothing. */
export async function findAsked(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.run(askedStatement, [tenantId, directoryId, ruleIds]);
  return new Map(rows.map(({ ruleId, askedAt }) => [ruleId, askedAt]));
}

const untoldStatement = statement<
  [tenantId: string, directoryId: string, assessmentId: string, at: number],
  RuleText
>(
  "identity-rules.untold",
  `select rule_id as id, title, category, severity, asks, remediation, links as "references" from identity_rules
   where tenant_id = $1 and directory_id = $2 and assessment_id <> $3 and asked_at < $4 order by rule_id`,
);

/** Rules of a directory that were told of before and not in this assessment. */
export async function listUntoldRules(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  { assessmentId, at }: { assessmentId: string; at: number },
): Promise<RuleText[]> {
  return tx.run(untoldStatement, [tenantId, directoryId, assessmentId, at]);
}

const toldStatement = statement<
  [tenantId: string, directoryId: string, assessmentId: string],
  { rules: number }
>(
  "identity-rules.count-told",
  `select count(*)::integer as rules from identity_rules
   where tenant_id = $1 and directory_id = $2 and assessment_id = $3`,
);

/** Of how many rules an assessment told the latest result. */
export async function countToldRules(
  tx: Queryable,
  tenantId: string,
  directoryId: string,
  assessmentId: string,
): Promise<number> {
  const [row] = await tx.run(toldStatement, [tenantId, directoryId, assessmentId]);
  return row?.rules ?? 0;
}

const saveStatement = statement<
  [tenantId: string, directoryId: string, assessmentId: string, at: number, rows: string],
  never
>(
  "identity-rules.save",
  `insert into identity_rules (tenant_id, directory_id, rule_id, title, category, severity, asks, remediation, links, outcome,
     reason, judged, found, unread, assessment_id, asked_at, evaluated_at)
   select $1, $2, r.rule_id, r.title, r.category, r.severity, r.asks, r.remediation, r.links, r.outcome, r.reason, r.judged,
     r.found, r.unread, $3, $4::bigint, case when r.outcome = 'evaluated' then $4::bigint end
   from jsonb_to_recordset($5::jsonb) as r (rule_id text, title text, category text, severity text, asks text,
     remediation text, links jsonb, outcome text, reason text, judged integer, found integer, unread integer)
   on conflict (tenant_id, directory_id, rule_id) do update set title = excluded.title, category = excluded.category,
     severity = excluded.severity, asks = excluded.asks, remediation = excluded.remediation, links = excluded.links,
     outcome = excluded.outcome, reason = excluded.reason, judged = excluded.judged, found = excluded.found,
     unread = excluded.unread, assessment_id = excluded.assessment_id, asked_at = excluded.asked_at,
     evaluated_at = coalesce(excluded.evaluated_at, identity_rules.evaluated_at)`,
);

/** Saves what became of rules, each once. */
export async function saveRuleResults(
  tx: Queryable,
  tenantId: string,
  { directoryId, assessmentId, at }: Assessed,
  results: readonly RuleResult[],
): Promise<void> {
  const rows = results.map(({ rule, outcome, reason, judged, found, unread }) => ({
    rule_id: rule.id,
    title: rule.title,
    category: rule.category,
    severity: rule.severity,
    asks: rule.asks,
    remediation: rule.remediation,
    links: rule.references,
    outcome,
    reason,
    judged,
    found,
    unread,
  }));
  await tx.run(saveStatement, [tenantId, directoryId, assessmentId, at, JSON.stringify(rows)]);
}
