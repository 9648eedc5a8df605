import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { findByCredential } from "./collector.queries.ts";
import type { CallingCollector } from "./collector.ts";
import { hashSecret, isSecret } from "./secret.ts";

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
  const credential = /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1];
  if (credential === undefined || !isSecret(credential, "credential")) {
    throw new Problem("unauthorized", "A collector's credential is needed.");
  }
  const collector = await findByCredential(database.system, hashSecret(credential));
  if (collector === null) {
    throw new Problem("unauthorized", "This credential is unknown or was revoked.");
  }
  return collector;
}
