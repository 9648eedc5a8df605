import type { RuleOutcome } from "#engines/directory-types";
import { severities } from "#lib/severity";
import { statement } from "#platform/db";

/** How many rules have which outcome, and how many of those have something open. */
export const countRules = statement<
  [tenantId: string, directoryId: string],
  { outcome: RuleOutcome; rules: number; failed: number }
>(
  "identity-rules.count",
  `select r.outcome, count(*) as rules, count(*) filter (where exists (
       select from identity_findings f where f.tenant_id = r.tenant_id and f.directory_id = r.directory_id
         and f.rule_id = r.rule_id and f.status in ('open', 'in_progress'))) as failed
   from identity_rules r where r.tenant_id = $1 and r.directory_id = $2 group by r.outcome`,
);

const numbered = severities.map((severity, rank) => `(${rank}, '${severity}')`).join(", ");

/**
 * What is open of each rule and severity, by what identity_totals knows: reading 200,000 findings would take half a second.
 * `isOfWhole` is looked for among fewer than ten, since more of them reach as far as there is.
 */
export const countOpen = statement<
  [tenantId: string, directoryId: string],
  {
    ruleId: string;
    title: string;
    severity: (typeof severities)[number];
    findings: number;
    isOfWhole: boolean;
  }
>(
  "identity.count-open",
  // A severity has 2 × 10^15 ranks, which end with its number.
  `with counted as materialized (
     select t.rule_id, ceil(t.list_rank / 2000000000000000.0)::smallint as rank, sum(t.open)::bigint as findings,
       min(t.list_rank) as lowest, max(t.list_rank) as highest
     from identity_totals t where t.tenant_id = $1 and t.directory_id = $2 and t.open > 0 group by 1, 2)
   select c.rule_id as "ruleId", shown.title, s.severity, c.findings, c.findings < 10 and exists (
       select from identity_findings f
       where f.tenant_id = $1 and f.directory_id = $2 and f.rule_id = c.rule_id and f.list_rank between c.lowest and c.highest
         and f.target_type in ('domain', 'tenant') and f.status in ('open', 'in_progress')) as "isOfWhole"
   from counted c join (values ${numbered}) as s (rank, severity) on s.rank = c.rank
   cross join lateral (
     select f.title from identity_findings f
     where f.tenant_id = $1 and f.directory_id = $2 and f.rule_id = c.rule_id and f.list_rank = c.lowest
       and f.status in ('open', 'in_progress') limit 1) as shown
   order by c.rank, c.rule_id`,
);

/** How many are accepted, by an exception or a person. */
export const countAccepted = statement<
  [tenantId: string, directoryId: string],
  { accepted: number }
>(
  "identity.count-accepted",
  `select count(*) as accepted from identity_findings
   where tenant_id = $1 and directory_id = $2 and status = 'accepted'`,
);
