import { type Queryable, statement } from "#platform/db";

/** One person's account, as that person sees it. Times are Unix epoch milliseconds. */
export interface OwnAccount {
  name: string;
  email: string;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Whether an account at the provider signs in as well. */
  hasProvider: boolean;
}

export async function findOwnAccount(db: Queryable, userId: string): Promise<OwnAccount | null> {
  const [found] = await db.run(ownAccountStatement, [userId]);
  return found ?? null;
}

const ownAccountStatement = statement<readonly [userId: string], OwnAccount>(
  "accounts.own",
  `select u.name, u.email, coalesce(u.two_factor_enabled, false) as "hasSecondFactor",
     exists (select from accounts a where a.user_id = u.id and a.password is not null) as "hasPassword",
     exists (select from accounts a where a.user_id = u.id and a.provider_id <> 'credential') as "hasProvider"
   from users u where u.id = $1`,
);

export interface OwnSession {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: number;
  lastSeenAt: number;
}

/** The sessions that still hold, the last used first. */
export async function listOwnSessions(db: Queryable, userId: string): Promise<OwnSession[]> {
  return db.run(sessionsStatement, [userId]);
}

const sessionsStatement = statement<readonly [userId: string], OwnSession>(
  "accounts.own-sessions",
  `select id, user_agent as "userAgent", ip_address as address,
     (extract(epoch from created_at) * 1000)::bigint as "createdAt",
     (extract(epoch from updated_at) * 1000)::bigint as "lastSeenAt"
   from sessions where user_id = $1 and expires_at > now() order by updated_at desc, id`,
);

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: number;
}

export async function listOwnPasskeys(db: Queryable, userId: string): Promise<OwnPasskey[]> {
  return db.run(passkeysStatement, [userId]);
}

const passkeysStatement = statement<readonly [userId: string], OwnPasskey>(
  "accounts.own-passkeys",
  `select id, coalesce(name, '') as name, (extract(epoch from created_at) * 1000)::bigint as "createdAt"
   from passkeys where user_id = $1 order by created_at, id`,
);

/** How the password is kept; `null`: the person has none. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const [found] = await db.run(passwordStatement, [userId]);
  return found?.password ?? null;
}

const passwordStatement = statement<readonly [userId: string], { password: string | null }>(
  "accounts.password",
  "select password from accounts where user_id = $1 and provider_id = 'credential'",
);

/** Whether the session holds and the password is kept as it was: nothing that was proved has ended meanwhile. */
export async function isStillProved(
  tx: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
  passwordHash: string | null,
): Promise<boolean> {
  const rows = await tx.run(stillProvedStatement, [userId, sessionId, passwordHash]);
  return rows.length > 0;
}

const stillProvedStatement = statement<
  readonly [userId: string, sessionId: string, passwordHash: string | null],
  { one: 1 }
>(
  "accounts.still-proved",
  `select 1 as one from sessions s
   left join accounts a on a.user_id = s.user_id and a.provider_id = 'credential'
   where s.user_id = $1 and s.id = $2 and a.password is not distinct from $3`,
);

/** Ends one session of a person. False when that person has no such session. */
export async function deleteSession(tx: Queryable, userId: string, id: string): Promise<boolean> {
  return (await tx.run(deleteSessionStatement, [userId, id])).length > 0;
}

const deleteSessionStatement = statement<readonly [userId: string, id: string], { one: 1 }>(
  "accounts.delete-session",
  "delete from sessions where user_id = $1 and id = $2 returning 1 as one",
);

/** Ends all sessions of a person, but for one if it is given. @returns how many. */
export async function deleteSessions(
  tx: Queryable,
  userId: string,
  exceptId: string | null,
): Promise<number> {
  return (await tx.run(deleteSessionsStatement, [userId, exceptId])).length;
}

const deleteSessionsStatement = statement<
  readonly [userId: string, exceptId: string | null],
  { one: 1 }
>(
  "accounts.delete-sessions",
  "delete from sessions where user_id = $1 and id is distinct from $2 returning 1 as one",
);

/** @returns its name, or `null` when the person has no such passkey. */
export async function deletePasskey(
  tx: Queryable,
  userId: string,
  id: string,
): Promise<string | null> {
  const [deleted] = await tx.run(deletePasskeyStatement, [userId, id]);
  return deleted?.name ?? null;
}

const deletePasskeyStatement = statement<readonly [userId: string, id: string], { name: string }>(
  "accounts.delete-passkey",
  "delete from passkeys where user_id = $1 and id = $2 returning coalesce(name, '') as name",
);

/** Lets no account at a provider sign in as this person any more. */
export async function deleteProviders(tx: Queryable, userId: string): Promise<boolean> {
  return (await tx.run(deleteProvidersStatement, [userId])).length > 0;
}

const deleteProvidersStatement = statement<readonly [userId: string], { one: 1 }>(
  "accounts.delete-providers",
  "delete from accounts where user_id = $1 and provider_id <> 'credential' returning 1 as one",
);

export async function updateUserName(tx: Queryable, userId: string, name: string): Promise<void> {
  await tx.run(nameStatement, [userId, name]);
}

const nameStatement = statement<readonly [userId: string, name: string], never>(
  "accounts.update-name",
  "update users set name = $2, updated_at = now() where id = $1",
);

/** Takes the second factor away, with its backup codes. */
export async function deleteSecondFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.run(deleteFactorStatement, [userId]);
  await tx.run(noFactorStatement, [userId]);
}

const deleteFactorStatement = statement<readonly [userId: string], never>(
  "accounts.delete-second-factor",
  "delete from two_factors where user_id = $1",
);

const noFactorStatement = statement<readonly [userId: string], never>(
  "accounts.no-second-factor",
  "update users set two_factor_enabled = false, updated_at = now() where id = $1",
);
