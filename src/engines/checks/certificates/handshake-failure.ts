import type { CauseCode } from "#engines/check-types";

/**
 * Why a TLS handshake with `whom` failed, in a sentence; `null` when the error does not come from TLS (a reset, a
 * refused connection). Alerts have the meaning of RFC 8446 section 6.
 */
export function explainHandshakeFailure(
  error: unknown,
  whom: string,
): readonly [CauseCode, string] | null {
  const code = codeOf(error);
  if (code === null) return null;
  if (notTls.has(code)) return ["protocol", `${whom} does not speak TLS on this port`];
  if (oldVersion.has(code)) {
    return ["tls", `${whom} offers neither TLS 1.2 nor TLS 1.3, only older versions`];
  }
  const words = alerts.get(code) ?? reasonOf(error);
  return ["tls", `TLS handshake with ${whom} failed: ${words}`];
}

const notTls = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER", // the first bytes are no TLS record
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "ERR_SSL_HTTP_REQUEST",
  "ERR_SSL_HTTPS_PROXY_REQUEST",
  "ERR_SSL_BAD_RECORD_TYPE",
  "ERR_SSL_RECORD_TOO_SMALL",
]);

const oldVersion = new Set([
  "ERR_SSL_UNSUPPORTED_PROTOCOL", // its hello names an older version
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", // it refused ours
  "ERR_SSL_VERSION_TOO_LOW",
]);

const clientCertificate = "the server asks for a client certificate";
const alerts: ReadonlyMap<string, string> = new Map([
  [
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "the server refused it (handshake_failure): it has no cipher in common with us, or asks for a client certificate",
  ],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", clientCertificate],
  ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", clientCertificate],
  ["ERR_SSL_TLSV1_UNRECOGNIZED_NAME", "the server knows no such name (unrecognized_name)"],
  ["ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", "the server reports an internal error (internal_error)"],
  ["ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "the server does not offer HTTP/1.1 over TLS"],
  ["ERR_SSL_DH_KEY_TOO_SMALL", "the server's Diffie-Hellman key is too short to be safe"],
  ["ERR_TLS_DH_PARAM_SIZE", "the server's Diffie-Hellman key is too short to be safe"],
  ["ERR_SSL_EE_KEY_TOO_SMALL", "the key of the server's certificate is too short to be safe"],
  ["ERR_SSL_CA_KEY_TOO_SMALL", "the key of an issuing certificate is too short to be safe"],
  ["ERR_SSL_CA_MD_TOO_WEAK", "a certificate is signed with too weak a digest to be safe"],
]);

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return null;
  return /^ERR_(SSL|TLS|OSSL)_/.test(error.code) ? error.code : null;
}

/** OpenSSL's own words, without its file names and numbers. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "reason" in error && typeof error.reason === "string") {
    return error.reason;
  }
  return error instanceof Error ? error.message.slice(0, 200) : String(error);
}
