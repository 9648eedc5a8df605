import type { CauseCode } from "#engines/check-types";

/**
 * Why a TLS handshake with `whom` failed, in a sentence; `null` when the error does not come from TLS (a reset, a
 * refused connection).
 */
export function explainHandshakeFailure(
  error: unknown,
  whom: string,
): readonly [CauseCode, string] | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  if (error.code === "ERR_TLS_DH_PARAM_SIZE") {
    return ["tls", `TLS handshake with ${whom} failed: ${weak("Diffie-Hellman key")}`];
  }
  if (!("reason" in error) || typeof error.reason !== "string") return null;
  const { reason } = error;
  if (notTls.has(reason)) return ["protocol", `${whom} does not speak TLS on this port`];
  if (oldVersion.has(reason)) {
    return ["tls", `${whom} offers neither TLS 1.2 nor TLS 1.3, only older versions`];
  }
  return ["tls", `TLS handshake with ${whom} failed: ${meanings.get(reason) ?? reason}`];
}

/** OpenSSL's reasons when the first bytes are no TLS record. */
const notTls = new Set([
  "wrong version number",
  "packet length too long",
  "http request",
  "https proxy request",
  "bad record type",
]);

/** The server's hello names an old version, or it refused ours. */
const oldVersion = new Set([
  "unsupported protocol",
  "tlsv1 alert protocol version",
  "version too low",
]);

/** Alerts (RFC 8446 section 6) and refusals of our own, by OpenSSL's reason. */
const meanings: ReadonlyMap<string, string> = new Map([
  [
    "ssl/tls alert handshake failure",
    "the server refused it (handshake_failure): it has no cipher in common with us, or asks for a client certificate",
  ],
  ["tlsv13 alert certificate required", "the server asks for a client certificate"],
  ["tlsv1 unrecognized name", "the server knows no such name (unrecognized_name)"],
  ["tlsv1 alert internal error", "the server reports an internal error (internal_error)"],
  ["tlsv1 alert no application protocol", "the server does not offer HTTP/1.1 over TLS"],
  ["dh key too small", weak("Diffie-Hellman key")],
  ["ee key too small", weak("certificate's key")],
  ["ca key too small", weak("issuer's key")],
  ["ca md too weak", weak("certificate's digest")],
]);

function weak(what: string): string {
  return `the server's ${what} is too weak to be safe`;
}
