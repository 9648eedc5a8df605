/** Certificates that nobody known here has signed, as OpenSSL's verify names it (openssl-verification-options(1)). */
const unknownIssuer: ReadonlySet<unknown> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** What to do about a call that failed at TLS, a part of a sentence; `null`: it failed otherwise, or speaks for itself. */
export function tlsHint(cause: unknown): string | null {
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  const { code, message } = cause;
  if (unknownIssuer.has(code)) {
    return "who signed its certificate is not known here; set NODE_EXTRA_CA_CERTS to the file of your CA";
  }
  // Node has a code of its own for it in replies, and that of the system while it still writes.
  const isPlain = code === "ERR_SSL_WRONG_VERSION_NUMBER" || /wrong version number/.test(message);
  return isPlain ? "what answers there speaks no TLS; its address may begin with http:" : null;
}
