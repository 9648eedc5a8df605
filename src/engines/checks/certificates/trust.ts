import { createHash } from "node:crypto";
import { createSecureContext, DEFAULT_CIPHERS, type SecureContext } from "node:tls";
import { readPemCertificates } from "#lib/pem-certificates";
import { systemRoots } from "#lib/system-roots";

/** The setting `ca` cannot be read; the message says what is wrong with it. */
export class InvalidCa extends Error {
  override name = "InvalidCa";
}

/**
 * What is offered first is what costs least, in the order of today's browsers: AES-128-GCM, and a key share for X25519
 * alone. Everything else stays on offer, post-quantum hybrids included; a server that wants it asks for it.
 */
const first = "TLS_AES_128_GCM_SHA256";
const ciphers = [first, ...DEFAULT_CIPHERS.split(":").filter((name) => name !== first)].join(":");
const groups = "X25519:P-256:P-384:P-521:X448:X25519MLKEM768:ffdhe2048:ffdhe3072";

/** Contexts are dear (every trusted certificate is parsed), so checks with the same settings share one. */
const contexts = new Map<string, SecureContext>();
const maxContexts = 64;

/**
 * The context for client handshakes: TLS 1.2 and newer. With `verify`, it trusts the certificates of `ca` (PEM) and the
 * system's; where the system has none, those that come with Node. Without, it also takes keys and signatures that are
 * too weak by today's rules: then only the handshake is asked for.
 * @throws InvalidCa
 */
export function secureContext(verify: boolean, ca: string | undefined): SecureContext {
  const key = !verify ? "off" : ca === undefined ? "system" : fingerprint(ca);
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const [oldest] = contexts.keys();
  if (oldest !== undefined && contexts.size >= maxContexts) contexts.delete(oldest);
  const made = verify ? verifying(ca) : notVerifying();
  contexts.set(key, made);
  return made;
}

function verifying(ca: string | undefined): SecureContext {
  return createSecureContext({
    ciphers,
    ecdhCurve: groups,
    ca: ca === undefined ? systemRoots() : [...systemRoots(), ...readPem(ca)],
    allowPartialTrustChain: ca !== undefined, // `ca` may be an intermediate, or the served certificate itself
  });
}

function notVerifying(): SecureContext {
  return createSecureContext({ ciphers: `${ciphers}:@SECLEVEL=0`, ecdhCurve: groups });
}

function readPem(text: string): readonly string[] {
  const { certificates, unreadable } = readPemCertificates(text);
  if (certificates.length === 0) {
    throw new InvalidCa("ca holds no certificate: it begins with -----BEGIN CERTIFICATE-----");
  }
  if (unreadable !== null) {
    const { place, why } = unreadable;
    throw new InvalidCa(`certificate ${place} of ca cannot be read: ${why.message}`);
  }
  return certificates;
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
