import { createHmac, timingSafeEqual } from "node:crypto";
import { type AuthProtocol, authRules } from "./protocols.ts";

/** Fills in the digest of a message whose digest octets are zeros (RFC 3414 section 6.3.1). */
export function sign(protocol: AuthProtocol, key: Buffer, bytes: Buffer, digestAt: number): void {
  const { hash, digestLength } = authRules[protocol];
  createHmac(hash, key).update(bytes).digest().copy(bytes, digestAt, 0, digestLength);
}

/** True when the digest of a received message is right (RFC 3414 section 6.3.2). */
export function verify(
  protocol: AuthProtocol,
  key: Buffer,
  message: { whole: Buffer; digest: Buffer; digestAt: number },
): boolean {
  const { hash, digestLength } = authRules[protocol];
  const { whole, digest, digestAt } = message;
  if (digest.length !== digestLength) return false;
  const computed = createHmac(hash, key)
    .update(whole.subarray(0, digestAt))
    .update(Buffer.alloc(digestLength))
    .update(whole.subarray(digestAt + digestLength))
    .digest();
  return timingSafeEqual(computed.subarray(0, digestLength), digest);
}
