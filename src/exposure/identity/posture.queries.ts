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

/** What is open of each rule and severity. */
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
  `select f.rule_id as "ruleId", max(f.title) as title, s.severity, count(*) as findings,
     bool_or(f.target_type in ('domain', 'tenant')) as "isOfWhole"
   from identity_findings f join (values ${numbered}) as s (rank, severity) on s.rank = f.severity_rank
   where f.tenant_id = $1 and f.directory_id = $2 and f.status in ('open', 'in_progress')
   group by f.rule_id, s.rank, s.severity order by s.rank, f.rule_id`,
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
