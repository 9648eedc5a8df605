import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { updateExceptionEnded } from "./exception.queries.ts";

/**
 * Ends an exception: from now on its rule counts again. That there was one is kept.
 *
 * @throws Problem `forbidden` without write scope; `not_found` when the tenant has no such exception, or it has ended.
 */
export async function endException(context: Context, id: string): Promise<{ ruleId: string }> {
  const { tenantId, scopes, database, actor } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  return database.transaction(tenantId, async (tx) => {
    const end = { at: context.now(), by: actor.name };
    const ended = isId(id) ? await updateExceptionEnded(tx, tenantId, id, end) : null;
    if (ended === null)
      throw new Problem("not_found", "There is no exception with this id that has not ended.");
    await insertAuditEntries(tx, context, [
      {
        action: "audit-exception.end",
        subjectKind: "audit_exception",
        subjectId: id,
        detail: ended,
      },
    ]);
    await announce(tx, tenantId, "audit_jobs", null);
    return ended;
  });
}
