import { hash, randomBytes } from "node:crypto";

/** 256 random bits, as they stand in a link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: SHA-256. It is random, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
