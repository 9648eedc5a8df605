import { isId } from "#lib/ids";
import { deletePasswordLinksIn } from "#platform/accounts";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { type Membership, countOwners, findMembership, upsertMember } from "#platform/members";
import { memberChangeFault } from "./decide-member-change.ts";
import { deleteInvitationsOf } from "./invitation.queries.ts";
import { type Place, checkPlace } from "./place.ts";
import { lockPeople } from "./power.ts";

/**
 * Gives a person another role in the context's tenant, or other companies to see. It holds from that person's next request on.
 *
 * @throws Problem `not_found`, `forbidden`, `invalid_request`.
 */
export async function changeMember(context: Context, userId: string, place: Place): Promise<void> {
  const { tenantId, now } = context;
  // Links to new passwords are the installation's.
  await context.database.transaction("system", async (tx) => {
    const { role, companyIds } = await changeable(tx, context, userId, place.role);
    await checkPlace(tx, tenantId, place);
    await upsertMember(tx, { tenantId, userId, ...place, createdAt: now(), createdBy: "" });
    if (role !== place.role) {
      // Whoever is less than before shall not come back by an invitation of the time before, nor take by a link the
      // account of one who is more now.
      await deleteInvitationsOf(tx, tenantId, userId);
      await deletePasswordLinksIn(tx, tenantId);
    }
    await insertAuditEntries(tx, context, [
      {
        action: "member.update",
        subjectKind: "member",
        subjectId: userId,
        detail: {
          role: { from: role, to: place.role },
          companyIds: { from: companyIds, to: place.companyIds },
        },
      },
    ]);
  });
}

/** The member, locked, whom the one who acts may change to that. @throws Problem `not_found`, `forbidden`. */
export async function changeable(
  tx: Tx,
  context: Context,
  userId: string,
  to: Place["role"] | null,
): Promise<Membership> {
  const { tenantId, actor } = context;
  const by = await lockPeople(tx, context);
  const member = isId(userId) ? await findMembership(tx, tenantId, userId) : null;
  if (member === null) throw new Problem("not_found", "There is no such person in this tenant.");
  const fault = memberChangeFault({
    by,
    isOwn: actor.kind === "user" && actor.id === userId,
    from: member.role,
    to,
    owners: await countOwners(tx, tenantId),
  });
  if (fault !== null) throw new Problem("forbidden", fault);
  return member;
}
