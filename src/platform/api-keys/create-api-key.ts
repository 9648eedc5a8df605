import { randomBytes } from "node:crypto";
import { newId } from "#lib/ids";
import { isOneLine } from "#lib/printable";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { KeyScope } from "./api-key.ts";
import { insertKey } from "./api-key.queries.ts";
import { type Service, formatKey, hashKey, keyHint } from "./key-format.ts";

/** A key as it is shown once, to the one who made it. */
export interface CreatedApiKey {
  id: string;
  key: string;
}

/**
 * Makes a key of the context's tenant. Only its hash is stored: the key itself cannot be shown again.
 *
 * @throws Problem `invalid_request` when the name is empty, longer than 200 characters or has control characters.
 */
export async function createApiKey(
  context: Context,
  input: { service: Service; scope: KeyScope; name: string },
): Promise<CreatedApiKey> {
  const name = input.name.trim();
  if (name === "" || [...name].length > 200 || !isOneLine(name)) {
    throw new Problem(
      "invalid_request",
      "A key's name has 1 to 200 characters, and no control characters.",
    );
  }
  const id = newId();
  const { service, scope } = input;
  const key = formatKey(service, randomBytes(32));
  const { tenantId, actor } = context;
  await context.database.transaction(tenantId, async (tx) => {
    await tx.run(insertKey, [
      tenantId,
      id,
      service,
      scope,
      name,
      hashKey(key),
      keyHint(key),
      context.now(),
      actor.name,
    ]);
    await insertAuditEntries(tx, context, [
      {
        action: "api_key.create",
        subjectKind: "api_key",
        subjectId: id,
        detail: { service, scope, name, hint: keyHint(key) },
      },
    ]);
  });
  return { id, key };
}
