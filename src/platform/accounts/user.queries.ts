import { type Queryable, statement } from "#platform/db";

/** Whether anybody has an account. */
export async function userExists(db: Queryable): Promise<boolean> {
  const rows = await db.run(existsStatement, []);
  return rows.length > 0;
}

const existsStatement = statement<readonly [], { one: 1 }>(
  "accounts.user-exists",
  "select 1 as one from users limit 1",
);

/** A person with a password. The e-mail is in small letters. */
export interface NewUser {
  id: string;
  name: string;
  email: string;
  /** As the library hashes it. */
  passwordHash: string;
}

/** Adds a person who signs in with a password. False when somebody has that e-mail. */
export async function insertUser(tx: Queryable, user: NewUser): Promise<boolean> {
  const { id, name, email, passwordHash } = user;
  const inserted = await tx.run(insertUserStatement, [id, name, email]);
  if (inserted.length === 0) return false;
  await upsertPassword(tx, id, passwordHash);
  return true;
}

const insertUserStatement = statement<
  readonly [id: string, name: string, email: string],
  { id: string }
>(
  "accounts.insert-user",
  `insert into users (id, name, email) values ($1, $2, $3) on conflict (email) do nothing returning id`,
);

/** How the password for that e-mail is kept; `null`: there is none. @param email in small letters. */
export async function findPasswordHashFor(db: Queryable, email: string): Promise<string | null> {
  const [found] = await db.run(passwordForStatement, [email]);
  return found?.password ?? null;
}

const passwordForStatement = statement<readonly [email: string], { password: string | null }>(
  "accounts.password-for",
  `select a.password from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential'
   where u.email = $1`,
);

/** Sets a person's password. */
export async function upsertPassword(tx: Queryable, userId: string, hash: string): Promise<void> {
  await tx.run(upsertPasswordStatement, [userId, hash]);
}

const upsertPasswordStatement = statement<readonly [userId: string, hash: string], never>(
  "accounts.upsert-password",
  `insert into accounts (id, account_id, provider_id, user_id, password)
   values ($1, $1, 'credential', $1, $2)
   on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
);

export interface User {
  id: string;
  name: string;
  email: string;
}

/** @param email in small letters. */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const [user] = await db.run(byEmailStatement, [email]);
  return user ?? null;
}

const byEmailStatement = statement<readonly [email: string], User>(
  "accounts.user-by-email",
  "select id, name, email from users where email = $1",
);

export async function findUser(db: Queryable, id: string): Promise<User | null> {
  const [user] = await db.run(byIdStatement, [id]);
  return user ?? null;
}

const byIdStatement = statement<readonly [id: string], User>(
  "accounts.user-by-id",
  "select id, name, email from users where id = $1",
);

/**
 * Until the transaction ends that person gets no place in a tenant and no session; what is just being made is waited for, and
 * seen by the statements that follow.
 */
export async function lockUser(tx: Queryable, id: string): Promise<void> {
  await tx.run(lockStatement, [id]);
}

// Rows that refer to a person hold a key share of it.
const lockStatement = statement<readonly [id: string], { one: 1 }>(
  "accounts.lock-user",
  "select 1 as one from users where id = $1 for update",
);
