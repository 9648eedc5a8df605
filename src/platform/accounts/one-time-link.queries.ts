import { type Queryable, statement } from "#platform/db";

/** A link that works once. */
export interface OneTimeLink {
  purpose: "set_up" | "password";
  /** Whose password it is about. */
  userId: string | null;
  /** Whether using it takes the second factor away as well. */
  clearsSecondFactor: boolean;
}

/** Keeps a new link. */
export async function insertLink(
  tx: Queryable,
  link: OneTimeLink & { tokenHash: Buffer; createdAt: number; expiresAt: number },
): Promise<void> {
  const { tokenHash, purpose, userId, clearsSecondFactor, createdAt, expiresAt } = link;
  await tx.run(insertStatement, [
    tokenHash,
    purpose,
    userId,
    clearsSecondFactor,
    createdAt,
    expiresAt,
  ]);
}

/** Forgets links that nobody used in time. */
export async function deleteExpiredLinks(db: Queryable, now: number): Promise<void> {
  await db.run(forgetStatement, [now]);
}

const forgetStatement = statement<readonly [now: number], never>(
  "accounts.forget-links",
  "delete from one_time_links where expires_at <= $1",
);

const insertStatement = statement<
  readonly [
    tokenHash: Buffer,
    purpose: string,
    userId: string | null,
    clearsSecondFactor: boolean,
    createdAt: number,
    expiresAt: number,
  ],
  never
>(
  "accounts.insert-link",
  `insert into one_time_links (token_hash, purpose, user_id, clears_second_factor, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** The link of that token while it is good. */
export async function findLink(
  db: Queryable,
  tokenHash: Buffer,
  now: number,
): Promise<OneTimeLink | null> {
  const [link] = await db.run(findStatement, [tokenHash, now]);
  return link ?? null;
}

const findStatement = statement<readonly [tokenHash: Buffer, now: number], OneTimeLink>(
  "accounts.find-link",
  `select purpose, user_id as "userId", clears_second_factor as "clearsSecondFactor"
   from one_time_links where token_hash = $1 and expires_at > $2`,
);

/** Takes a link away, and with it all others for the same end. False when it is not there, or no longer good. */
export async function deleteLink(
  tx: Queryable,
  tokenHash: Buffer,
  link: Pick<OneTimeLink, "purpose" | "userId">,
  now: number,
): Promise<boolean> {
  const [taken] = await tx.run(takeStatement, [tokenHash, now]);
  if (taken === undefined) return false;
  await tx.run(othersStatement, [link.purpose, link.userId]);
  return true;
}

const takeStatement = statement<readonly [tokenHash: Buffer, now: number], { one: 1 }>(
  "accounts.take-link",
  "delete from one_time_links where token_hash = $1 and expires_at > $2 returning 1 as one",
);

const othersStatement = statement<readonly [purpose: string, userId: string | null], never>(
  "accounts.delete-other-links",
  "delete from one_time_links where purpose = $1 and user_id is not distinct from $2",
);

/** Takes all links away with which that person could choose a new password. */
export async function deletePasswordLinksOf(tx: Queryable, userId: string): Promise<void> {
  await tx.run(ofUserStatement, [userId]);
}

const ofUserStatement = statement<readonly [userId: string], never>(
  "accounts.delete-password-links",
  "delete from one_time_links where purpose = 'password' and user_id = $1",
);

/** The same for everybody in a tenant. */
export async function deletePasswordLinksIn(tx: Queryable, tenantId: string): Promise<void> {
  await tx.run(inTenantStatement, [tenantId]);
}

const inTenantStatement = statement<readonly [tenantId: string], never>(
  "accounts.delete-password-links-in",
  `delete from one_time_links where purpose = 'password'
   and user_id in (select user_id from members where tenant_id = $1)`,
);
