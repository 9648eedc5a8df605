import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { Errand } from "./errand.ts";
import { findErrandOf } from "./errand.queries.ts";

/**
 * What became of an errand so far.
 *
 * @throws Problem `not_found`, also when somebody else asked for it.
 */
export async function readErrand(context: Context, id: string): Promise<Errand> {
  const { database, tenantId, actor } = context;
  const errand = isId(id)
    ? await findErrandOf(database.forTenant(tenantId), tenantId, id, actor.id)
    : null;
  if (errand === null) throw new Problem("not_found", "There is no errand of yours with this id.");
  return errand;
}
