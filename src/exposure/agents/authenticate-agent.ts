import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { hashOfCredential } from "#platform/remote-parts";
import type { CallingAgent } from "./agent.ts";
import { findByCredential } from "./enrolment.queries.ts";

/**
 * Which agent calls. It asks the database each time, so that revoking works at once on every server.
 *
 * @param authorization the header's value.
 * @throws Problem `unauthorized`; DatabaseUnavailable.
 */
export async function authenticateAgent(
  database: Database,
  authorization: string | undefined,
): Promise<CallingAgent> {
  const hash = hashOfCredential(authorization, "agent");
  const agent = await findByCredential(database.system, hash);
  if (agent === null) throw revoked();
  return agent;
}

/** The refusal of a credential that is nobody's, or nobody's any more. */
export function revoked(): Problem {
  return new Problem("unauthorized", "This credential is unknown, or its agent is revoked.");
}
