import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { EnrolReply, EnrolRequest } from "#wire/enrolment.v1";
import { updateEnrolled } from "./collector.queries.ts";
import { hashSecret, isSecret, newSecret } from "./secret.ts";

/**
 * Makes the program that calls the collector that its token stands for. The token is used up; a credential from before
 * stops working.
 *
 * @throws Problem `unauthorized` when the token is unknown, used up, replaced or too old; DatabaseUnavailable.
 */
export async function enrolCollector(
  deps: { database: Database; now: () => number },
  request: EnrolRequest,
): Promise<EnrolReply> {
  const { token, version, hostname } = request;
  const credential = newSecret("credential");
  const hashes = { tokenHash: hashSecret(token), credentialHash: hashSecret(credential) };
  const enrolment = { ...hashes, version, hostname, now: deps.now() };
  const collector = isSecret(token, "enrolmentToken")
    ? await updateEnrolled(deps.database.system, enrolment)
    : null;
  if (collector === null) {
    throw new Problem(
      "unauthorized",
      "This enrolment token is unknown, was used already, or is older than 24 hours. Make a new one on the server.",
    );
  }
  const { id, name } = collector;
  return { kind: "collector", id, name, credential, serverTime: deps.now() };
}
