import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { DirectoryRefused } from "#engines/directory-types";
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

/** Each is proved readable: OpenSSL passes over what it cannot read. */
function readPem(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    throw new DirectoryRefused(
      "The ca holds no certificate: it begins with -----BEGIN CERTIFICATE-----.",
    );
  }
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch (error) {
      throw new DirectoryRefused(`Certificate ${index + 1} of the ca cannot be read.`, {
        cause: error,
      });
    }
  }
  return blocks;
}
