import { type Queryable, statement } from "#platform/db";

export async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.run(sessionsStatement, []);
}

const sessionsStatement = statement<readonly [], never>(
  "accounts.delete-expired-sessions",
  "delete from sessions where expires_at <= now()",
);

/** What the library remembers between the steps of signing in. */
export async function deleteExpiredVerifications(db: Queryable): Promise<void> {
  await db.run(verificationsStatement, []);
}

const verificationsStatement = statement<readonly [], never>(
  "accounts.delete-expired-verifications",
  "delete from verifications where expires_at <= now()",
);
