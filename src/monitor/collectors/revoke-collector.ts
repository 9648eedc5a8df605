import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { announce } from "#platform/live";
import { notifyCollector } from "./assignment.queries.ts";
import { lockCollector, updateRevoked } from "./collector.queries.ts";
import { checkChangeable } from "./changeable.ts";

/**
 * Makes a collector's credential and token invalid: its next request is refused, and one that it holds open ends. Its
 * sensors stay assigned to it. Revoking again changes nothing.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded collector.
 */
export async function revokeCollector(context: Context, input: { id: string }): Promise<void> {
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    const collector = checkChangeable(context, await lockCollector(tx, tenantId, input.id));
    if (collector.status === "revoked") return;
    await tx.run(updateRevoked, [tenantId, collector.id]);
    await notifyCollector(tx, collector.id);
    await insertAuditEntries(tx, context, [
      {
        action: "collector.revoke",
        subjectKind: "collector",
        subjectId: collector.id,
        detail: { name: collector.name },
      },
    ]);
    await announce(tx, tenantId, "collectors", [collector.id]);
  });
}
