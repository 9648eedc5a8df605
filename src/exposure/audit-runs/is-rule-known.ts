import { strippedId } from "#engines/scap";
import type { Context } from "#platform/context";
import { listRuleIds } from "./scap-content.queries.ts";

/**
 * Whether any content that the tenant audits with, or has results of, has this rule: who excepts one that none has may have
 * misspelt it.
 *
 * @param ruleId with the prefixes of XCCDF or without.
 */
export async function isRuleKnown(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  ruleId: string,
): Promise<boolean> {
  const wanted = strippedId(ruleId.trim());
  const ids = await listRuleIds(database.forTenant(tenantId), tenantId);
  return ids.some((id) => strippedId(id) === wanted);
}
