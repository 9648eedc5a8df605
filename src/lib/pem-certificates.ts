import { X509Certificate } from "node:crypto";

/** What a PEM text holds. */
export interface PemCertificates {
  /** Each as PEM, in the text's order. */
  readonly certificates: readonly string[];
  /** The first of them that cannot be read: its place, from 1, and OpenSSL's words. Null: all can. */
  readonly unreadable: { readonly place: number; readonly why: Error } | null;
}

/** Finds the certificates in a text, and tries each: OpenSSL itself passes over what it cannot read. */
export function readPemCertificates(text: string): PemCertificates {
  const certificates =
    text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { certificates, unreadable: { place: index + 1, why: error } };
    }
  }
  return { certificates, unreadable: null };
}
