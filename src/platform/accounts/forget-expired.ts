import type { Database } from "#platform/db";
import { deleteExpiredSessions, deleteExpiredVerifications } from "./expired.queries.ts";
import { deleteExpiredLinks } from "./one-time-link.queries.ts";
import { deleteOldCodes } from "./used-code.queries.ts";

/** Takes away what has ended by itself: sessions, attempts to sign in that nobody went on with, links, codes that were used. */
export async function forgetExpired(deps: {
  database: Database;
  now: () => number;
}): Promise<void> {
  const { system } = deps.database;
  await deleteExpiredSessions(system);
  await deleteExpiredVerifications(system);
  await deleteExpiredLinks(system, deps.now());
  await deleteOldCodes(system, deps.now());
}
