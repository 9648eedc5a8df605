import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { hashOfCredential } from "#platform/remote-parts";
import { findByCredential } from "./collector.queries.ts";
import type { CallingCollector } from "./collector.ts";

/**
 * Which collector calls. It asks the database each time, so that revoking works at once on every server.
 *
 * @param authorization the header's value.
 * @throws Problem `unauthorized`; DatabaseUnavailable.
 */
export async function authenticateCollector(
  database: Database,
  authorization: string | undefined,
): Promise<CallingCollector> {
  const hash = hashOfCredential(authorization, "collector");
  const collector = await findByCredential(database.system, hash);
  if (collector === null) {
    throw new Problem("unauthorized", "This credential is unknown or was revoked.");
  }
  return collector;
}
