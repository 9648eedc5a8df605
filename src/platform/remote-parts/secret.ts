import { hash, randomBytes } from "node:crypto";
import { Problem } from "#platform/errors";

/** Programs at other sites that call the server. */
export type RemotePart = "collector" | "probe" | "agent";

/** What a remote part proves itself with: once, to enrol; from then on, with every request. */
const prefixes = {
  collector: { enrolmentToken: "vde_", credential: "vdc_" },
  probe: { enrolmentToken: "vdpe_", credential: "vdpc_" },
  agent: { enrolmentToken: "vdae_", credential: "vdac_" },
} as const;
const parts: readonly RemotePart[] = ["collector", "probe", "agent"];

/** How a token is made on the command line. */
const verbs = { collector: "create", probe: "create", agent: "token" } as const;

const nouns = { collector: "a collector", probe: "a probe", agent: "an agent" } as const;

type SecretUse = keyof (typeof prefixes)[RemotePart];

/** How long an enrolment token works, in milliseconds. */
export const enrolmentTokenLifetimeMs = 24 * 3_600_000;

/** A fresh secret of 256 random bits; its prefix tells people and secret scanners what they found. */
export function newSecret(part: RemotePart, use: SecretUse): string {
  return prefixes[part][use] + randomBytes(32).toString("base64url");
}

/** Whether a text can be such a secret at all. Typing errors and noise never reach the database. */
export function isSecret(text: string, part: RemotePart, use: SecretUse): boolean {
  const prefix = prefixes[part][use];
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}

/** What is stored of it: SHA-256, 32 bytes. With 256 random bits no slow hash is needed. */
export function hashSecret(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/**
 * The hash of an enrolment token, to look for it.
 *
 * @throws Problem `unauthorized` when it cannot be the part's; a token of another part is told as such.
 */
export function hashOfToken(token: string, part: RemotePart): Buffer {
  if (isSecret(token, part, "enrolmentToken")) return hashSecret(token);
  const owner = parts.find((other) => isSecret(token, other, "enrolmentToken"));
  if (owner === undefined) throw unknownToken();
  throw new Problem(
    "unauthorized",
    `This is the enrolment token of ${nouns[owner]}, not of ${nouns[part]}: start vedette ${owner} with it, or make one with vedette ${part} ${verbs[part]}.`,
  );
}

/** The refusal of a token that nobody has. */
export function unknownToken(): Problem {
  return new Problem(
    "unauthorized",
    "This enrolment token is unknown, was used already, or has expired. Make a new one on the server.",
  );
}

/**
 * The hash of the credential that a request carries, to look for it.
 *
 * @param authorization the header's value.
 * @throws Problem `unauthorized` when it carries none of the part's.
 */
export function hashOfCredential(authorization: string | undefined, part: RemotePart): Buffer {
  const credential = /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1];
  if (credential === undefined || !isSecret(credential, part, "credential")) {
    throw new Problem("unauthorized", `The credential of ${nouns[part]} is needed.`);
  }
  return hashSecret(credential);
}
