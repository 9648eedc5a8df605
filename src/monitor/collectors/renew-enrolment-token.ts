import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { announce } from "#platform/live";
import { enrolmentTokenLifetimeMs, hashSecret, newSecret } from "#platform/remote-parts";
import { lockCollector, updateEnrolmentToken } from "./collector.queries.ts";
import { checkChangeable } from "./changeable.ts";

/**
 * Makes a new enrolment token, for a collector that lost its token or its credential; the token before it stops working.
 * A credential that is in use works until the new token was used. A revoked collector can come back this way.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded collector.
 */
export async function renewEnrolmentToken(
  context: Context,
  input: { id: string },
): Promise<{ token: string }> {
  const { tenantId } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const collector = checkChangeable(context, await lockCollector(tx, tenantId, input.id));
    const token = newSecret("collector", "enrolmentToken");
    const expiresAt = context.now() + enrolmentTokenLifetimeMs;
    await tx.run(updateEnrolmentToken, [tenantId, collector.id, hashSecret(token), expiresAt]);
    await insertAuditEntries(tx, context, [
      {
        action: "collector.renew_token",
        subjectKind: "collector",
        subjectId: collector.id,
        detail: { name: collector.name },
      },
    ]);
    await announce(tx, tenantId, "collectors", [collector.id]);
    return { token };
  });
}
