import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { announce } from "#platform/live";
import { checkChangeable } from "./changeable.ts";
import { lockProbe, updateEnabled } from "./probe.queries.ts";

/**
 * Lets a disabled probe back in, with the credential that it has; one that never enrolled needs a new token. Enabling one
 * that is not disabled changes nothing.
 *
 * @returns whether it still has to enrol.
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded probe.
 */
export async function enableProbe(
  context: Context,
  input: { id: string },
): Promise<{ mustEnrol: boolean }> {
  const { tenantId } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const before = checkChangeable(context, await lockProbe(tx, tenantId, input.id));
    const { id, name } = before;
    if (before.status !== "disabled") return { mustEnrol: before.status === "pending" };
    await tx.run(updateEnabled, [tenantId, id]);
    await insertAuditEntries(tx, context, [
      { action: "probe.enable", subjectKind: "probe", subjectId: id, detail: { name } },
    ]);
    await announce(tx, tenantId, "probes", [id]);
    const after = await lockProbe(tx, tenantId, id);
    return { mustEnrol: after?.status === "pending" };
  });
}
