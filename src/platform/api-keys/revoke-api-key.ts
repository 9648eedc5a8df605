import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { ApiKey } from "./api-key.ts";
import { findKey, updateRevoked } from "./api-key.queries.ts";
import { hashKey } from "./key-format.ts";

/**
 * Makes a key invalid: the next request with it is refused, by every server. For the one who operates the installation:
 * the key may be of any tenant. Revoking a key again changes nothing.
 *
 * @param context who does it; the tenant is the key's.
 * @param keyOrId the key itself, or its id.
 * @returns the key as it was before.
 * @throws Problem `not_found` when there is no such key.
 */
export async function revokeApiKey(
  context: Omit<Context, "tenantId">,
  keyOrId: string,
): Promise<ApiKey> {
  const wanted = keyOrId.trim();
  const [key] = await context.database.system.run(
    findKey,
    isId(wanted) ? [wanted, null] : [null, hashKey(wanted)],
  );
  // The text may be a mistyped key, so it is not repeated.
  if (key === undefined)
    throw new Problem("not_found", "There is no API key with this id or text.");
  const { id, tenantId, service, name, hint } = key;
  await context.database.transaction(tenantId, async (tx) => {
    const revoked = await tx.run(updateRevoked, [tenantId, id, context.now()]);
    if (revoked.length === 0) return;
    await insertAuditEntries(tx, { ...context, tenantId }, [
      {
        action: "api_key.revoke",
        subjectKind: "api_key",
        subjectId: id,
        detail: { service, name, hint },
      },
    ]);
  });
  return key;
}
