import { statement } from "#platform/db";

/**
 * The rules that a directory was asked or that found something in it. What they found is not walked through: from each rule the
 * index leads to the next.
 */
export const listRulesKnown = statement<
  [tenantId: string, directoryId: string],
  { ruleId: string }
>(
  "identity.rules-known",
  `with recursive found (rule_id) as (
     (select rule_id from identity_findings where tenant_id = $1 and directory_id = $2 order by rule_id limit 1)
     union all
     select (select f.rule_id from identity_findings f
       where f.tenant_id = $1 and f.directory_id = $2 and f.rule_id > found.rule_id order by f.rule_id limit 1)
     from found where found.rule_id is not null
   )
   select rule_id as "ruleId" from found where rule_id is not null
   union select rule_id from identity_rules where tenant_id = $1 and directory_id = $2`,
);

/** How many findings a directory has, up to a number. */
export const countIdentityFindings = statement<
  [tenantId: string, directoryId: string, most: number],
  { findings: number }
>(
  "identity.count-of-directory",
  `select count(*) as findings from (
     select from identity_findings where tenant_id = $1 and directory_id = $2 limit $3) as counted`,
);
