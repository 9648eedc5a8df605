import { hash } from "node:crypto";
import { hostname } from "node:os";
import { gzip } from "#lib/gzip";
import type { EnrolReply, EnrolRequest, RemoteKind } from "#wire/enrolment.v1";
import type { Identity } from "./identity-file.ts";
import { replyCheck } from "./reply-check.ts";
import type { ServerClock } from "./server-clock.ts";
import { ServerUnreachable, createServerLink } from "./server-link.ts";

const enrolReply = replyCheck<EnrolReply>({
  kind: "string",
  id: "string",
  name: "string",
  credential: "string",
  serverTime: "number",
});
/** It becomes the name of a folder. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const timeoutMs = 15_000;
const paths = {
  collector: "/remote/v1/enrol",
  probe: "/remote/v1/probe/enrol",
  agent: "/remote/v1/agent/enrol",
} as const;

/** What an enrolment needs. */
export interface EnrolOptions {
  kind: RemoteKind;
  server: string;
  /** Works once, an agent's for as many hosts as it is for. */
  token: string;
  /** This program's version. */
  version: string;
  clock: ServerClock;
  signal: AbortSignal;
}

/**
 * Trades a token for an identity of its own.
 *
 * @throws CredentialRefused when the token was used, replaced or too old; ServerUnreachable; ContentRefused.
 */
export async function enrol(options: EnrolOptions): Promise<Identity> {
  const request: EnrolRequest = {
    token: options.token,
    version: options.version,
    hostname: hostname().slice(0, 255),
  };
  const link = createServerLink({ ...options, credential: null });
  const body = await gzip(JSON.stringify(request));
  const reply = await link.post(paths[options.kind], body, enrolReply, timeoutMs);
  if (!uuid.test(reply.id)) {
    throw new ServerUnreachable(`${options.server} gave an identity that no Vedette server gives`);
  }
  return {
    server: options.server,
    id: reply.id,
    name: reply.name,
    credential: reply.credential,
    tokenHash: hash("sha256", options.token),
  };
}
