import { newId } from "#lib/ids";
import {
  checkName,
  checkPassword,
  deletePasswordLinksOf,
  findUserByEmail,
  hashPassword,
  hashToken,
  insertUser,
} from "#platform/accounts";
import { insertAuditEntries } from "#platform/audit-log";
import { type Database, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import type { SignedIn } from "#platform/http";
import { type Role, findMembership, upsertMember } from "#platform/members";
import { deleteInvitation, findInvitationByToken } from "./invitation.queries.ts";

interface JoinContext {
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
  requestId: string;
}

/** What somebody is invited to. */
export interface OfferedPlace {
  tenantName: string;
  role: Role;
  email: string;
  name: string;
  invitedBy: string;
  /** Whether somebody with this e-mail has an account: that person signs in first. */
  hasAccount: boolean;
}

/** @throws Problem `forbidden` when the link is not good. */
export async function findOffer(
  { database, now }: Pick<JoinContext, "database" | "now">,
  token: string,
): Promise<OfferedPlace> {
  const found = await findInvitationByToken(database.system, hashToken(token), now());
  if (found === null) throw notGood();
  const { tenantName, role, email, name, createdBy } = found;
  const hasAccount = (await findUserByEmail(database.system, email)) !== null;
  return { tenantName, role, email, name, invitedBy: createdBy, hasAccount };
}

/**
 * Takes the place of an invitation: as the one who has signed in, or as somebody new, whose account is made.
 *
 * @param input.name, input.password of somebody new.
 * @returns the tenant's name, and whether an account was made that can sign in with its password now.
 * @throws Problem `forbidden` when the link is not good, or is somebody else's; `invalid_request`.
 */
export async function joinTenant(
  { database, now, requestId }: JoinContext,
  signedIn: SignedIn | null,
  input: { token: string; name: string; password: string },
): Promise<{ tenantName: string; email: string; isNew: boolean }> {
  const tokenHash = hashToken(input.token);
  const offer = await findInvitationByToken(database.system, tokenHash, now());
  if (offer === null) throw notGood();
  const { email } = offer;
  if (signedIn !== null && signedIn.email !== email) {
    throw new Problem(
      "forbidden",
      `This invitation is for ${email}, but you are signed in as ${signedIn.email}. Sign out first.`,
    );
  }
  const isNew = signedIn === null;
  let passwordHash = "";
  if (isNew) {
    checkName(input.name);
    checkPassword(input.password, { email, name: input.name });
    passwordHash = await hashPassword(input.password);
  }
  const userId = signedIn?.userId ?? newId();
  const name = signedIn?.name ?? checkName(input.name);
  await database.transaction("system", async (tx) => {
    await lock(tx, `people of ${offer.tenantId}`);
    const taken = await deleteInvitation(tx, offer.tenantId, offer.id);
    if (taken === null || taken.expiresAt <= now()) throw notGood();
    if (isNew && !(await insertUser(tx, { id: userId, name, email, passwordHash }))) {
      throw new Problem(
        "invalid_request",
        `There is an account for ${email} already. Sign in with it, then open the link again.`,
      );
    }
    const { tenantId } = offer;
    if ((await findMembership(tx, tenantId, userId)) !== null) {
      throw new Problem("invalid_request", `You are in ${offer.tenantName} already.`);
    }
    const { role, companyIds, createdBy } = taken;
    await upsertMember(tx, { tenantId, userId, role, companyIds, createdAt: now(), createdBy });
    // An administrator elsewhere who made one may not get in here with it.
    await deletePasswordLinksOf(tx, userId);
    const actor = { kind: "user", id: userId, name } as const;
    const context = { tenantId, actor, scopes: [], database, now, requestId } as const;
    await insertAuditEntries(tx, context, [
      {
        action: "member.create",
        subjectKind: "member",
        subjectId: userId,
        detail: { email, role, companyIds, invitedBy: createdBy },
      },
    ]);
  });
  return { tenantName: offer.tenantName, email, isNew };
}

function notGood(): Problem {
  return new Problem(
    "forbidden",
    "This invitation was taken or revoked, or is older than 7 days. Ask for a new one.",
  );
}
