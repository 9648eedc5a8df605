import { hashPassword } from "./password-hash.ts";
import { type Database, type Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { deleteLink, findLink, insertLink } from "./one-time-link.queries.ts";
import { hashToken, newToken } from "./one-time-token.ts";
import { auditOwn } from "./own-account.ts";
import { deleteSecondFactor, deleteSessions } from "./own-account.queries.ts";
import { checkPassword } from "./person.ts";
import { type User, findUser, lockUser, upsertPassword } from "./user.queries.ts";

const passwordLinkMs = 86_400_000;

/**
 * Makes the token of a link with which that person chooses a new password, within a day. Whose identity was proved, and who may
 * ask for it, is the caller's to know.
 *
 * @param clearsSecondFactor for one who has lost that as well.
 */
export async function makePasswordToken(
  tx: Tx,
  link: { userId: string; clearsSecondFactor: boolean; now: number },
): Promise<string> {
  const token = newToken();
  await insertLink(tx, {
    tokenHash: hashToken(token),
    purpose: "password",
    userId: link.userId,
    clearsSecondFactor: link.clearsSecondFactor,
    createdAt: link.now,
    expiresAt: link.now + passwordLinkMs,
  });
  return token;
}

/** Whose password a link is about. @throws Problem `forbidden` when the link is not good. */
export async function findPasswordLink(
  database: Database,
  token: string,
  now: number,
): Promise<User> {
  const link = await findLink(database.system, hashToken(token), now);
  const user =
    link === null || link.userId === null ? null : await findUser(database.system, link.userId);
  if (user === null) throw notGood();
  return user;
}

/**
 * Sets a new password by a link, and ends every session of that person.
 *
 * @throws Problem `forbidden` when the link is not good; `invalid_request` for what cannot be a password.
 */
export async function resetPassword(
  context: { database: Database; now: () => number; requestId: string },
  input: { token: string; password: string },
): Promise<void> {
  const { database, now, requestId } = context;
  const user = await findPasswordLink(database, input.token, now());
  checkPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  const tokenHash = hashToken(input.token);
  await database.transaction("system", async (tx) => {
    await lockUser(tx, user.id);
    const link = await findLink(tx, tokenHash, now());
    if (link === null || !(await deleteLink(tx, tokenHash, link, now()))) throw notGood();
    await upsertPassword(tx, user.id, passwordHash);
    if (link.clearsSecondFactor) await deleteSecondFactor(tx, user.id);
    await deleteSessions(tx, user.id, null);
    const signedIn = { userId: user.id, name: user.name, email: user.email, sessionId: "" };
    await auditOwn(tx, { signedIn, database, now, requestId }, "user.password", {
      by: "link",
      clearedSecondFactor: link.clearsSecondFactor,
    });
  });
}

function notGood(): Problem {
  return new Problem(
    "forbidden",
    "This link is used up or too old. Ask the one who gave it to you for a new one.",
  );
}
