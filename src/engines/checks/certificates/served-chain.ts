import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { CertificateFacts, TlsFacts } from "#engines/check-types";

/** The certificates that a server sent, its own first. */
export interface ServedChain {
  leaf: X509Certificate;
  certificates: readonly X509Certificate[];
  /** The one whose end comes first: it decides how long the chain is good. */
  firstToExpire: X509Certificate;
  /** Its end, epoch milliseconds; `null` when what stands there is no date. */
  expiresAt: number | null;
}

/**
 * The chain of a socket whose handshake is done; `null` when the server sent none. Nothing is kept between checks: to
 * learn whether the chain is still the same costs as much as its dates.
 */
export function readServedChain(socket: TLSSocket): ServedChain | null {
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) return null;
  const certificates = [leaf];
  for (let next = leaf.issuerCertificate; next !== undefined; next = next.issuerCertificate) {
    certificates.push(next);
  }
  return chainOf(leaf, certificates);
}

/** `certificates` as a chain; `leaf` is the first of them. */
export function chainOf(
  leaf: X509Certificate,
  certificates: readonly X509Certificate[],
): ServedChain {
  let firstToExpire = leaf;
  let expiresAt = endOf(leaf);
  for (const each of certificates) {
    const end = endOf(each);
    if (expiresAt === null || (end !== null && end >= expiresAt)) continue;
    firstToExpire = each;
    expiresAt = end;
  }
  return { leaf, certificates, firstToExpire, expiresAt };
}

/** The end of a certificate, epoch milliseconds; `null` when what stands there is no date. */
export function endOf(certificate: X509Certificate): number | null {
  return parseTime(certificate.validTo);
}

/** The beginning, likewise. */
export function beginningOf(certificate: X509Certificate): number | null {
  return parseTime(certificate.validFrom);
}

/** `Nov 21 06:03:44 2026 GMT`. Node's `validToDate` makes any date out of what is none, from memory that was never set. */
function parseTime(text: string): number | null {
  const time = Date.parse(text);
  return Number.isFinite(time) ? time : null;
}

/** Longer chains and lists of names are cut: a page shows no more of them, and every result carries them. */
const shown = { certificates: 5, names: 20 } as const;

/** What people want to know of a chain. */
export function chainFacts({
  leaf,
  certificates,
}: ServedChain): Required<Pick<TlsFacts, "names" | "certificates">> {
  return {
    names: namesOf(leaf, shown.names),
    certificates: certificates.slice(0, shown.certificates).map(certificateFacts),
  };
}

function certificateFacts(certificate: X509Certificate): CertificateFacts {
  return {
    // Without a single attribute Node has no text for it.
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    validFromAt: beginningOf(certificate),
    validToAt: endOf(certificate),
  };
}

const oneLine = (distinguishedName: string | undefined): string =>
  (distinguishedName ?? "").replaceAll("\n", ", ");

/** The names a certificate is for, as a person reads them: `example.test`, `10.0.0.1`. At most `limit` of them. */
export function namesOf(certificate: X509Certificate, limit: number): string[] {
  const listed = (certificate.subjectAltName ?? "").split(", ");
  const names: string[] = [];
  for (const each of listed) {
    const [, name] = /^(?:DNS|IP Address):(.+)$/.exec(each) ?? [];
    if (name !== undefined) names.push(name);
  }
  if (names.length === 0) {
    const name = commonName(certificate.subject);
    if (name !== null) names.push(name);
  }
  return names.length > limit ? [...names.slice(0, limit), `${names.length - limit} more`] : names;
}

/** The last CN of a distinguished name as Node prints it, one attribute a line; `null` when it has none. */
export function commonName(distinguishedName: string | undefined): string | null {
  const found = (distinguishedName ?? "").split("\n").findLast((line) => line.startsWith("CN="));
  return found === undefined ? null : found.slice("CN=".length);
}
