import type { WithNulls } from "#lib/without-nulls";
import { statement } from "#platform/db";
import type { ListedRuleResult } from "./listed-rule-result.ts";

/** What became of a rule, as the database has it. */
export type RuleResultRow = WithNulls<ListedRuleResult>;

/** Those of one directory, by category and id. */
export const listDirectoryRules = statement<[tenantId: string, directoryId: string], RuleResultRow>(
  "identity-rules.list",
  `select r.rule_id as "ruleId", r.title, r.category, r.severity, r.asks, r.remediation, r.links as references, r.outcome,
     r.reason, r.judged, r.found, r.unread, coalesce(o.open, 0) as open, coalesce(a.accepted, 0) as accepted,
     r.asked_at as "askedAt", r.evaluated_at as "evaluatedAt"
   from identity_rules r
   left join (
     select rule_id, sum(open)::bigint as open from identity_totals
     where tenant_id = $1 and directory_id = $2 group by rule_id) as o using (rule_id)
   left join (
     select rule_id, count(*) as accepted from identity_findings
     where tenant_id = $1 and directory_id = $2 and status = 'accepted' group by rule_id) as a using (rule_id)
   where r.tenant_id = $1 and r.directory_id = $2 order by r.category, r.rule_id`,
);

/** One row when the tenant has such a directory. */
export const findDirectory = statement<[tenantId: string, id: string], { id: string }>(
  "identity-rules.directory",
  "select id from directories where tenant_id = $1 and id = $2",
);
