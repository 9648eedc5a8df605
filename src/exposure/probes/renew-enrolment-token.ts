import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { announce } from "#platform/live";
import { enrolmentTokenLifetimeMs, hashSecret, newSecret } from "#platform/remote-parts";
import { checkChangeable } from "./changeable.ts";
import { lockProbe, updateEnrolmentToken } from "./probe.queries.ts";

/**
 * Makes a new enrolment token, for a probe that lost its token or its credential; the token before it stops working. A
 * credential that is in use works until the new token was used; that of a disabled probe never works again.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded probe.
 */
export async function renewEnrolmentToken(
  context: Context,
  input: { id: string },
): Promise<{ token: string }> {
  const { tenantId } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const { id, name } = checkChangeable(context, await lockProbe(tx, tenantId, input.id));
    const token = newSecret("probe", "enrolmentToken");
    const expiresAt = context.now() + enrolmentTokenLifetimeMs;
    await tx.run(updateEnrolmentToken, [tenantId, id, hashSecret(token), expiresAt]);
    await insertAuditEntries(tx, context, [
      { action: "probe.renew_token", subjectKind: "probe", subjectId: id, detail: { name } },
    ]);
    await announce(tx, tenantId, "probes", [id]);
    return { token };
  });
}
