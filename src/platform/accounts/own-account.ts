import { hashPassword, verifyPassword } from "./password-hash.ts";
import { isId } from "#lib/ids";
import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import { type Database, type Queryable, type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import type { SignedIn } from "#platform/http";
import { listMembershipsOfUser } from "#platform/members";
import {
  deletePasskey,
  deleteProviders,
  deleteSession,
  deleteSessions,
  findOwnAccount,
  findPasswordHash,
  isStillProved,
  listOwnPasskeys,
  listOwnSessions,
  updateUserName,
} from "./own-account.queries.ts";
import { freshSec } from "./library.ts";
import { notFresh } from "./library-reply.ts";
import { checkName, checkPassword } from "./person.ts";
import { lockUser, upsertPassword } from "./user.queries.ts";

/** Somebody who changes the own account. */
export interface OwnContext {
  signedIn: SignedIn;
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
  requestId: string;
}

/** Who is in a tenant signs its audit log's lines, so what changes how that person signs in stands in each of them. */
export async function auditOwn(
  tx: Queryable,
  { signedIn, database, now, requestId }: OwnContext,
  action: string,
  detail: AuditEntry["detail"] = {},
): Promise<void> {
  const { userId, name } = signedIn;
  for (const { tenantId } of await listMembershipsOfUser(tx, userId)) {
    const context = {
      tenantId,
      actor: { kind: "user", id: userId, name },
      scopes: [],
      database,
      now,
      requestId,
    } as const;
    await insertAuditEntries(tx, context, [
      { action, subjectKind: "user", subjectId: userId, detail },
    ]);
  }
}

/** @throws Problem `invalid_request` */
export async function renameOwn(context: OwnContext, given: string): Promise<void> {
  const name = checkName(given);
  const { userId, name: before } = context.signedIn;
  if (name === before) return;
  await context.database.transaction("system", async (tx) => {
    await updateUserName(tx, userId, name);
    await auditOwn(tx, context, "user.update", { name: { from: before, to: name } });
  });
}

/**
 * Changes the password, or sets the first one, and ends all other sessions.
 *
 * @param input.current as it was; for one who has none it does not matter.
 * @throws Problem `invalid_request` when the current one is not right, or the new one cannot be used; `forbidden` for the first
 *   one from an old session; `unauthorized` when that session has ended meanwhile.
 */
export async function changePassword(
  context: OwnContext,
  input: { current: string; password: string },
): Promise<void> {
  const { signedIn, database } = context;
  const hash = await findPasswordHash(database.system, signedIn.userId);
  if (hash !== null && !(await verifyPassword({ hash, password: input.current }))) {
    throw new Problem("invalid_request", "Your current password is not right.", {
      details: [{ path: "/current", message: "is not right" }],
    });
  }
  if (hash === null) await checkFresh(context);
  checkPassword(input.password, signedIn);
  const passwordHash = await hashPassword(input.password);
  await database.transaction("system", async (tx) => {
    await lockUser(tx, signedIn.userId);
    if (!(await isStillProved(tx, signedIn, hash))) {
      throw new Problem(
        "unauthorized",
        "Your session has ended, or the password was changed just now.",
      );
    }
    await upsertPassword(tx, signedIn.userId, passwordHash);
    await deleteSessions(tx, signedIn.userId, signedIn.sessionId);
    await auditOwn(tx, context, "user.password", { was: hash === null ? "none" : "another" });
  });
}

/** A computer left alone must not be enough to add a way to sign in. @throws Problem `forbidden` */
async function checkFresh({ signedIn, database, now }: OwnContext): Promise<void> {
  const sessions = await listOwnSessions(database.system, signedIn.userId);
  const own = sessions.find(({ id }) => id === signedIn.sessionId);
  if (own === undefined || own.createdAt + freshSec * 1000 < now()) {
    throw new Problem("forbidden", notFresh);
  }
}

/** Ends one of the own sessions. @throws Problem `not_found` */
export async function endOwnSession(context: OwnContext, id: string): Promise<void> {
  const { signedIn, database } = context;
  await database.transaction("system", async (tx) => {
    if (!isId(id) || !(await deleteSession(tx, signedIn.userId, id))) {
      throw new Problem("not_found", "There is no such session: it has ended.");
    }
    await auditOwn(tx, context, "user.end_session", { session: id });
  });
}

/** Ends all own sessions but this one. @returns how many. */
export async function endOtherSessions(context: OwnContext): Promise<number> {
  const { signedIn, database } = context;
  return database.transaction("system", async (tx) => {
    const ended = await deleteSessions(tx, signedIn.userId, signedIn.sessionId);
    if (ended > 0) await auditOwn(tx, context, "user.end_sessions", { ended });
    return ended;
  });
}

/** @throws Problem `not_found`; `invalid_request` when no other way to sign in would be left. */
export async function removeOwnPasskey(context: OwnContext, id: string): Promise<void> {
  await context.database.transaction("system", async (tx) => {
    const name = isId(id) ? await deletePasskey(tx, context.signedIn.userId, id) : null;
    if (name === null) throw new Problem("not_found", "There is no such passkey.");
    await keepOneWay(tx, context.signedIn.userId);
    await auditOwn(tx, context, "user.remove_passkey", { name });
  });
}

/** Unties the account at the provider. @throws Problem likewise. */
export async function removeOwnProvider(context: OwnContext): Promise<void> {
  await context.database.transaction("system", async (tx) => {
    if (!(await deleteProviders(tx, context.signedIn.userId))) {
      throw new Problem("not_found", "No account at the provider is tied to yours.");
    }
    await keepOneWay(tx, context.signedIn.userId);
    await auditOwn(tx, context, "user.remove_provider");
  });
}

/** Of two ways that are taken away at the same time one is left. */
async function keepOneWay(tx: Tx, userId: string): Promise<void> {
  await lock(tx, `ways of ${userId}`);
  const account = await findOwnAccount(tx, userId);
  const passkeys = await listOwnPasskeys(tx, userId);
  if (account?.hasPassword === true || account?.hasProvider === true || passkeys.length > 0) return;
  throw new Problem("invalid_request", "This is your only way to sign in: add another one first.");
}
