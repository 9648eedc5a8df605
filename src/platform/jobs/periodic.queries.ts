import { statement } from "#platform/db";

/** Lets this transaction wait as long as it takes: it holds a job's lock, and locks no row. */
export const allowLongWait = statement<[], never>(
  "jobs.allow-long-wait",
  "select set_config('idle_in_transaction_session_timeout', '0', true)",
);

/** Fails when the connection, and with it the lock, is lost. */
export const stillThere = statement<[], never>("jobs.still-there", "select");
