import { listFindingHistory, noSuchFinding } from "#exposure/findings";
import type { StatusChangeEntry } from "#exposure/findings";
import { isId } from "#lib/ids";
import { withoutNulls } from "#lib/without-nulls";
import type { Context } from "#platform/context";
import { findListedIdentityFinding } from "./identity-list.queries.ts";
import type { IdentityFindingDetail } from "./listed-identity-finding.ts";

type Exception = NonNullable<IdentityFindingDetail["exception"]>;

/**
 * One identity finding, whatever its status, with its exception and its history.
 *
 * @throws Problem `not_found` when the tenant has no such identity finding.
 */
export async function readIdentityFinding(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<IdentityFindingDetail> {
  const db = database.forTenant(tenantId);
  const [row] = isId(id) ? await db.run(findListedIdentityFinding, [tenantId, id]) : [];
  if (row === undefined) throw noSuchFinding();
  const history = await db.run(listFindingHistory, [tenantId, id]);
  const { references, exception, ...finding } = row;
  return {
    ...withoutNulls<Omit<IdentityFindingDetail, "history" | "exception" | "references">>(finding),
    references,
    ...(exception === null ? {} : { exception: withoutNulls<Exception>(exception) }),
    history: history.map((entry) => withoutNulls<StatusChangeEntry>(entry)),
  };
}
