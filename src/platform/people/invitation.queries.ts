import { type Queryable, statement } from "#platform/db";

/** Whether somebody with that e-mail may still take a place. */
export async function isInvited(db: Queryable, email: string, now: number): Promise<boolean> {
  const rows = await db.run(isInvitedStatement, [email, now]);
  return rows.length > 0;
}

const isInvitedStatement = statement<readonly [email: string, now: number], { one: 1 }>(
  "people.is-invited",
  "select 1 as one from invitations where email = $1 and expires_at > $2 limit 1",
);
