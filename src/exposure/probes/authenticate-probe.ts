import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { hashOfCredential } from "#platform/remote-parts";
import { findByCredential } from "./enrolment.queries.ts";
import type { CallingProbe } from "./probe.ts";

/**
 * Which probe calls. It asks the database each time, so that disabling works at once on every server.
 *
 * @param authorization the header's value.
 * @throws Problem `unauthorized`; DatabaseUnavailable.
 */
export async function authenticateProbe(
  database: Database,
  authorization: string | undefined,
): Promise<CallingProbe> {
  const hash = hashOfCredential(authorization, "probe");
  const probe = await findByCredential(database.system, hash);
  if (probe === null) {
    throw new Problem("unauthorized", "This credential is unknown, or its probe is disabled.");
  }
  return probe;
}
