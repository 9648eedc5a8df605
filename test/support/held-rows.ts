import { type DatabaseConnection, withClient } from "#platform/db";
import { until } from "#test/until";

/** A transaction of a test that stands in the way of others. */
export interface Held {
  /** Waits until so many statements of this database wait for another's lock. */
  waiting(count: number): Promise<void>;
  /** Runs another statement in it. */
  run(text: string, values: readonly unknown[]): Promise<void>;
  /** Lets the others go on. */
  commit(): Promise<void>;
}

/** Does `work` while a transaction that has run this statement is open; what is not committed is rolled back. */
export async function whileHeld(
  admin: DatabaseConnection,
  [text, values]: readonly [text: string, values: readonly unknown[]],
  work: (held: Held) => Promise<void>,
): Promise<void> {
  await withClient(admin, undefined, async (client) => {
    const run = async (each: string, its: readonly unknown[]) => {
      await client.query(each, [...its]);
    };
    await run("begin", []);
    await run(text, values);
    await work({
      run,
      commit: () => run("commit", []),
      waiting: async (count) => {
        const isReached = async () => {
          // A transaction is shown the activity of its first look again and again.
          await client.query("select pg_stat_clear_snapshot()");
          return (await client.query(waitingText)).rows.length >= count;
        };
        const what = `${count} statements wait for a lock`;
        await until(isReached, { what, timeoutMs: 30_000 });
      },
    });
  });
}

const waitingText =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
