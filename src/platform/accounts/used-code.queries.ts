import { type Queryable, statement } from "#platform/db";

/**
 * Takes note that a code of the app was accepted from that person.
 *
 * @returns false when it was before: then it is worth nothing (RFC 6238, section 5.2). Of several at the same moment, at
 *   whatever server, one gets true.
 */
export async function insertUsedCode(
  db: Queryable,
  userId: string,
  code: string,
  at: number,
): Promise<boolean> {
  return (await db.run(insertStatement, [userId, code, at])).length > 0;
}

const insertStatement = statement<readonly [userId: string, code: string, at: number], { one: 1 }>(
  "accounts.insert-used-code",
  "insert into used_codes (user_id, code, used_at) values ($1, $2, $3) on conflict do nothing returning 1 as one",
);

/** A code is right for 90 s: its own 30, and as much before and after for clocks that differ. Ten times that is kept. */
const keptMs = 900_000;

/** @param now Unix epoch milliseconds. */
export async function deleteOldCodes(db: Queryable, now: number): Promise<void> {
  await db.run(deleteStatement, [now - keptMs]);
}

const deleteStatement = statement<readonly [before: number], never>(
  "accounts.delete-old-codes",
  "delete from used_codes where used_at < $1",
);
