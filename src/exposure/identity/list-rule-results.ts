import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import {
  type RuleResultRow,
  findDirectory,
  listDirectoryRules,
} from "./rule-result-list.queries.ts";

/**
 * What became of every rule that was ever asked of a directory, by category and id.
 *
 * @throws Problem `not_found` when the tenant has no such directory.
 */
export async function listRuleResults(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  directoryId: string,
): Promise<RuleResultRow[]> {
  const db = database.forTenant(tenantId);
  const known = isId(directoryId) ? await db.run(findDirectory, [tenantId, directoryId]) : [];
  if (known.length === 0) throw new Problem("not_found", "There is no directory with this id.");
  return db.run(listDirectoryRules, [tenantId, directoryId]);
}
