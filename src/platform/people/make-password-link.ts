import { isId } from "#lib/ids";
import { lockUser, makePasswordToken } from "#platform/accounts";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { findMembership } from "#platform/members";
import { passwordLinkFault } from "./decide-member-change.ts";
import { countTenantsOf } from "./person.queries.ts";
import { lockPeople } from "./power.ts";

/**
 * Makes a link with which a member chooses a new password, within a day; a link before it stays good as long.
 *
 * @returns the token for the link; only its hash is kept.
 * @throws Problem `not_found`; `forbidden`.
 */
export async function makePasswordLink(
  context: Context,
  userId: string,
  { clearsSecondFactor }: { clearsSecondFactor: boolean },
): Promise<string> {
  const { tenantId, actor, now } = context;
  // Whether the person is in other tenants, only the whole installation knows.
  return context.database.transaction("system", async (tx) => {
    const by = await lockPeople(tx, context);
    if (by === "operator of the installation")
      throw new Error("for that there is issuePasswordLink");
    const member = isId(userId) ? await findMembership(tx, tenantId, userId) : null;
    if (member === null) throw new Problem("not_found", "There is no such person in this tenant.");
    // Who is just joining another tenant is in it first, or finds this link and takes it away.
    await lockUser(tx, userId);
    const fault = passwordLinkFault({
      by,
      isOwn: actor.kind === "user" && actor.id === userId,
      role: member.role,
      isElsewhere: (await countTenantsOf(tx, userId)) > 1,
    });
    if (fault !== null) throw new Problem("forbidden", fault);
    await insertAuditEntries(tx, context, [
      {
        action: "member.password_link",
        subjectKind: "member",
        subjectId: userId,
        detail: { clearsSecondFactor },
      },
    ]);
    return makePasswordToken(tx, { userId, clearsSecondFactor, now: now() });
  });
}
