import type { Database } from "#platform/db";
import { hashOfToken, hashSecret, newSecret, unknownToken } from "#platform/remote-parts";
import type { EnrolReply, EnrolRequest } from "#wire/enrolment.v1";
import { updateEnrolled } from "./collector.queries.ts";

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
  const credential = newSecret("collector", "credential");
  const collector = await updateEnrolled(deps.database.system, {
    tokenHash: hashOfToken(token, "collector"),
    credentialHash: hashSecret(credential),
    version,
    hostname,
    now: deps.now(),
  });
  if (collector === null) throw unknownToken();
  const { id, name } = collector;
  return { kind: "collector", id, name, credential, serverTime: deps.now() };
}
