import { isId } from "#lib/ids";
import { withoutNulls } from "#lib/without-nulls";
import type { Context } from "#platform/context";
import { findListedFinding, listFindingHistory } from "./finding-list.queries.ts";
import { noSuchFinding } from "./no-such-finding.ts";
import type { FindingDetail, StatusChangeEntry } from "./listed-finding.ts";

/**
 * One finding, whatever its status, with its history.
 *
 * @throws Problem `not_found` when the tenant has no such finding.
 */
export async function readFinding(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<FindingDetail> {
  const db = database.forTenant(tenantId);
  const [finding] = isId(id) ? await db.run(findListedFinding, [tenantId, id]) : [];
  if (finding === undefined) throw noSuchFinding();
  const history = await db.run(listFindingHistory, [tenantId, id]);
  return {
    ...withoutNulls<Omit<FindingDetail, "history">>(finding),
    history: history.map((entry) => withoutNulls<StatusChangeEntry>(entry)),
  };
}
