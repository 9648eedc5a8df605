import type { Database } from "#platform/db";
import type { Accounts } from "./accounts.ts";
import type { Attempts } from "./attempts.ts";

/** What the routes about people and their sessions need. */
export interface AccountDeps {
  accounts: Accounts;
  attempts: Attempts;
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
}
