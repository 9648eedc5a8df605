import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { printableLine, shortened } from "#lib/printable";

/** Why a server's certificate is not accepted, and what to do about it. The handshake is over, and its verdict is bad. */
export function explainCertificate(
  socket: TLSSocket,
  { name, whom, now }: { name: string; whom: string; now: number },
): string {
  const leaf = socket.getPeerX509Certificate();
  // Node declares an Error, and has the code alone when the chain was what was wrong.
  const verdict: unknown = socket.authorizationError;
  const code =
    verdict instanceof Error && "code" in verdict ? String(verdict.code) : String(verdict);
  if (leaf === undefined) return `${whom} shows no certificate.`;
  const certificate = `The certificate of ${whom}`;
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return `${expiredWords(leaf, certificate, now)}: renew it on the domain controller.`;
    case "CERT_NOT_YET_VALID":
      return `${certificate} is not valid yet: check the clocks of the probe and the domain controller.`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `${certificate} is for ${namesOf(leaf)}, not for ${name}: use one of its names in the url, or set serverName to it.`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return `${certificate} is signed by itself and not trusted: set caFile to it, or to the certificate of the authority that should have issued it.`;
    default:
      return `${certificate} comes from ${issuerOf(leaf)}, which is not trusted (${code}): set caFile to the certificate of that authority.`;
  }
}

function expiredWords(leaf: X509Certificate, certificate: string, now: number): string {
  const endedAt = Date.parse(leaf.validTo);
  if (!(endedAt < now)) return `An authority behind the certificate has expired. ${certificate}`;
  return `${certificate} expired on ${new Date(endedAt).toISOString().slice(0, 10)}`;
}

function namesOf(leaf: X509Certificate): string {
  const listed = leaf.subjectAltName?.replaceAll(/\b(DNS|IP Address):/g, "");
  return words(listed ?? commonName(leaf.subject) ?? "no name at all");
}

function issuerOf(leaf: X509Certificate): string {
  return JSON.stringify(words(commonName(leaf.issuer) ?? "an authority without a name"));
}

/** Of a name as Node prints it, an attribute a line. */
function commonName(name: string): string | undefined {
  return name
    .split("\n")
    .findLast((line) => line.startsWith("CN="))
    ?.slice("CN=".length);
}

function words(text: string): string {
  return shortened(printableLine(text), 200);
}
