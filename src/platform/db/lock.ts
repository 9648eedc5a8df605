import type { Tx } from "./database.ts";
import { statement } from "./statement.ts";

/**
 * Waits until no other transaction of the installation holds the lock of that name, and holds it until this one ends.
 *
 * @param name of our own making, such as `rollup:<tenant>`; two names share a lock with a chance of 1 in 2^64.
 */
export async function lock(tx: Tx, name: string): Promise<void> {
  await tx.run(lockStatement, [name]);
}

const lockStatement = statement<readonly [name: string], never>(
  "db.lock",
  "select pg_advisory_xact_lock(hashtextextended($1, 0))",
);

/** As `lock`, without waiting. @returns false when another transaction holds it. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const [answer] = await tx.run(tryLockStatement, [name]);
  return answer?.locked === true;
}

const tryLockStatement = statement<readonly [name: string], { locked: boolean }>(
  "db.try-lock",
  "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked",
);
