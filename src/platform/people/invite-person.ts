import { newId } from "#lib/ids";
import { checkEmail, checkName, findUserByEmail, hashToken, newToken } from "#platform/accounts";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { countOwners, findMembership } from "#platform/members";
import { memberChangeFault } from "./decide-member-change.ts";
import { findInvitedRole, insertInvitation } from "./invitation.queries.ts";
import { type Place, checkPlace } from "./place.ts";
import { lockPeople } from "./power.ts";

const invitationMs = 7 * 86_400_000;

/** An invitation as it is shown once, to the one who made it. */
export interface MadeInvitation {
  id: string;
  /** For the link; only its hash is kept. */
  token: string;
  email: string;
  expiresAt: number;
}

/**
 * Makes a place in the context's tenant that one person can take within 7 days, by a link. We send no mail. An open invitation
 * for the same e-mail is replaced, by who may revoke it.
 *
 * @throws Problem `forbidden` when the one who asks may not give that role; `invalid_request`.
 */
export async function invitePerson(
  context: Context,
  input: Place & { email: string; name: string },
): Promise<MadeInvitation> {
  const { tenantId, actor, now } = context;
  const email = checkEmail(input.email);
  const name = input.name.trim() === "" ? "" : checkName(input.name);
  const { role, companyIds } = input;
  const token = newToken();
  const id = newId();
  const createdAt = now();
  const expiresAt = createdAt + invitationMs;
  await context.database.transaction(tenantId, async (tx) => {
    const by = await lockPeople(tx, context);
    const owners = await countOwners(tx, tenantId);
    const replaced = await findInvitedRole(tx, tenantId, email, createdAt);
    for (const to of replaced === null ? [role] : [role, replaced]) {
      const fault = memberChangeFault({ by, isOwn: false, from: null, to, owners });
      if (fault !== null) throw new Problem("forbidden", fault);
    }
    await checkPlace(tx, tenantId, input);
    const user = await findUserByEmail(tx, email);
    if (user !== null && (await findMembership(tx, tenantId, user.id)) !== null) {
      throw new Problem("invalid_request", `${email} is in this tenant already.`);
    }
    await insertInvitation(tx, tenantId, {
      id,
      tokenHash: hashToken(token),
      email,
      name,
      role,
      companyIds,
      createdAt,
      createdBy: actor.name,
      createdById: actor.kind === "user" ? actor.id : null,
      expiresAt,
    });
    await insertAuditEntries(tx, context, [
      {
        action: "invitation.create",
        subjectKind: "invitation",
        subjectId: id,
        detail: { email, role, companyIds },
      },
    ]);
  });
  return { id, token, email, expiresAt };
}
