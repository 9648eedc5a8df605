import type { Database } from "#platform/db";
import { hashOfToken, hashSecret, newSecret, unknownToken } from "#platform/remote-parts";
import type { EnrolReply, EnrolRequest } from "#wire/enrolment.v1";
import { updateEnrolled } from "./enrolment.queries.ts";

/**
 * Makes the program that calls the probe that its token stands for. The token is used up; a credential from before stops
 * working.
 *
 * @throws Problem `unauthorized` when the token is unknown, used up, replaced, too old or that of another remote part;
 * DatabaseUnavailable.
 */
export async function enrolProbe(
  deps: { database: Database; now: () => number },
  request: EnrolRequest,
): Promise<EnrolReply> {
  const { token, version, hostname } = request;
  const credential = newSecret("probe", "credential");
  const probe = await updateEnrolled(deps.database.system, {
    tokenHash: hashOfToken(token, "probe"),
    credentialHash: hashSecret(credential),
    version,
    hostname,
    now: deps.now(),
  });
  if (probe === null) throw unknownToken();
  return { kind: "probe", id: probe.id, name: probe.name, credential, serverTime: deps.now() };
}
