import type { Database } from "#platform/db";
import { announce } from "#platform/live";
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
  const probe = await deps.database.transaction("system", async (tx) => {
    const enrolled = await updateEnrolled(tx, {
      tokenHash: hashOfToken(token, "probe"),
      credentialHash: hashSecret(credential),
      version,
      hostname,
      now: deps.now(),
    });
    if (enrolled === null) throw unknownToken();
    await announce(tx, enrolled.tenantId, "probes", [enrolled.id]);
    return enrolled;
  });
  return { kind: "probe", id: probe.id, name: probe.name, credential, serverTime: deps.now() };
}
