import { type Tx, lock } from "#platform/db";
import { updateIdentitySites } from "./identity-changes.queries.ts";
import { identityLock } from "./identity-lock.ts";

/** Takes the findings of a directory that moved to another site along, resolved ones included. */
export async function moveIdentityFindings(
  tx: Tx,
  tenantId: string,
  directory: { readonly id: string; readonly siteId: string | null },
): Promise<void> {
  await lock(tx, identityLock(tenantId));
  await tx.run(updateIdentitySites, [tenantId, directory.id, directory.siteId]);
}
