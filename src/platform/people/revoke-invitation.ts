import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { countOwners } from "#platform/members";
import { memberChangeFault } from "./decide-member-change.ts";
import { deleteInvitation } from "./invitation.queries.ts";
import { lockPeople } from "./power.ts";

/** Makes the link of an invitation worthless. @throws Problem `not_found`; `forbidden` for an owner's, unless by an owner. */
export async function revokeInvitation(context: Context, id: string): Promise<void> {
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    const by = await lockPeople(tx, context);
    const invitation = isId(id) ? await deleteInvitation(tx, tenantId, id) : null;
    if (invitation === null) {
      throw new Problem("not_found", "There is no such invitation: it was taken, or is too old.");
    }
    const { email, role } = invitation;
    const owners = await countOwners(tx, tenantId);
    const fault = memberChangeFault({ by, isOwn: false, from: null, to: role, owners });
    if (fault !== null) throw new Problem("forbidden", fault);
    await insertAuditEntries(tx, context, [
      {
        action: "invitation.delete",
        subjectKind: "invitation",
        subjectId: id,
        detail: { email, role },
      },
    ]);
  });
}
