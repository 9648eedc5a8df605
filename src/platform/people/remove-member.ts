import { deletePasswordLinksIn, deleteSessions, lockUser } from "#platform/accounts";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { deleteMember } from "#platform/members";
import { changeable } from "./change-member.ts";
import { deleteInvitationsOf } from "./invitation.queries.ts";
import { countTenantsOf } from "./person.queries.ts";

/**
 * Takes a person out of the context's tenant, at once. The account stays; its sessions end when it is in no tenant any more.
 *
 * @throws Problem `not_found`; `forbidden`.
 */
export async function removeMember(context: Context, userId: string): Promise<void> {
  const { tenantId } = context;
  // Whether the person is in other tenants, only the whole installation knows.
  await context.database.transaction("system", async (tx) => {
    const { role } = await changeable(tx, context, userId, null);
    // Of two tenants that remove the same person at the same time one sees that it was the last.
    await lockUser(tx, userId);
    await deletePasswordLinksIn(tx, tenantId);
    await deleteMember(tx, tenantId, userId);
    await deleteInvitationsOf(tx, tenantId, userId);
    if ((await countTenantsOf(tx, userId)) === 0) await deleteSessions(tx, userId, null);
    await insertAuditEntries(tx, context, [
      { action: "member.delete", subjectKind: "member", subjectId: userId, detail: { role } },
    ]);
  });
}
