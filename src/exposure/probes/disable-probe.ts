import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { announce } from "#platform/live";
import { checkChangeable } from "./changeable.ts";
import { lockProbe, notifyProbe, updateDisabled } from "./probe.queries.ts";

/**
 * Refuses a probe from now on: its next request fails, one that it holds open ends, and it stops scanning when it learns
 * that. Its scans stay declared. Disabling again changes nothing.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded probe.
 */
export async function disableProbe(context: Context, input: { id: string }): Promise<void> {
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    const { id, name, status } = checkChangeable(context, await lockProbe(tx, tenantId, input.id));
    if (status === "disabled") return;
    await tx.run(updateDisabled, [tenantId, id]);
    await notifyProbe(tx, id);
    await insertAuditEntries(tx, context, [
      { action: "probe.disable", subjectKind: "probe", subjectId: id, detail: { name } },
    ]);
    await announce(tx, tenantId, "probes", [id]);
  });
}
