import { createSecureContext, type SecureContext } from "node:tls";
import { DirectoryRefused } from "#engines/directory-types";
import { readPemCertificates } from "#lib/pem-certificates";
import { systemRoots } from "#lib/system-roots";

/**
 * What a domain controller's certificate must come from: the certificates given, in PEM, and no others; without any, those
 * that the system trusts, or, where it has none, those that come with Node. TLS 1.2 and newer.
 *
 * @throws DirectoryRefused when what was given cannot be read.
 */
export function trustedCertificates(ca: string | null): SecureContext {
  return createSecureContext({
    minVersion: "TLSv1.2",
    ca: ca === null ? systemRoots() : readPem(ca),
    // What is given may be an intermediate authority, or the server's own certificate.
    allowPartialTrustChain: ca !== null,
  });
}

function readPem(text: string): string[] {
  const { certificates, unreadable } = readPemCertificates(text);
  if (certificates.length === 0) {
    throw new DirectoryRefused(
      "The ca holds no certificate: it begins with -----BEGIN CERTIFICATE-----.",
    );
  }
  if (unreadable !== null) {
    throw new DirectoryRefused(`Certificate ${unreadable.place} of the ca cannot be read.`, {
      cause: unreadable.why,
    });
  }
  return [...certificates];
}
