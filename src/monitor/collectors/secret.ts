import { hash, randomBytes } from "node:crypto";

/** What a collector proves itself with: once, to enrol; from then on, with every request. */
const prefixes = { enrolmentToken: "vde_", credential: "vdc_" } as const;
export type SecretKind = keyof typeof prefixes;

/** How long an enrolment token works, in milliseconds. */
export const enrolmentTokenLifetimeMs = 24 * 3_600_000;

/** A fresh secret of 256 random bits; its prefix tells people and secret scanners what they found. */
export function newSecret(kind: SecretKind): string {
  return prefixes[kind] + randomBytes(32).toString("base64url");
}

/** Whether a text can be such a secret at all. Typing errors and noise never reach the database. */
export function isSecret(text: string, kind: SecretKind): boolean {
  return text.startsWith(prefixes[kind]) && /^vd[ec]_[A-Za-z0-9_-]{43}$/.test(text);
}

/** What is stored of it: SHA-256, 32 bytes. With 256 random bits no slow hash is needed. */
export function hashSecret(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
