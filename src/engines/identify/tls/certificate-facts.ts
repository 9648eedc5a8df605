import { X509Certificate } from "node:crypto";
import type { CertificateFacts } from "#engines/scan-types";
import { replyText } from "../reply-text.ts";

const maxNames = 100;

/** The facts of a certificate in DER; `null` when it cannot be read, or its dates are none. */
export function certificateFacts(der: Buffer): CertificateFacts | null {
  const certificate = parsed(der);
  if (certificate === null) return null;
  const notBefore = Date.parse(certificate.validFrom);
  const notAfter = Date.parse(certificate.validTo);
  if (!Number.isFinite(notBefore) || !Number.isFinite(notAfter)) return null;
  const { signatureAlgorithm } = certificate;
  const signature = signatureAlgorithm === undefined ? "" : replyText(signatureAlgorithm, 50);
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    names: namesIn(certificate.subjectAltName),
    notBefore: Math.max(0, notBefore), // before 1970 is long ago, whenever
    notAfter: Math.max(0, notAfter),
    selfSigned: isSelfSigned(certificate),
    key: keyText(certificate),
    ...(signature === "" ? {} : { signature }),
    fingerprint256: certificate.fingerprint256,
  };
}

function parsed(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch (error) {
    if (isOpenSslError(error)) return null;
    throw error;
  }
}

/** Node prints one attribute a line. */
function nameText(name: string | undefined): string {
  return replyText((name ?? "").replaceAll("\n", ", "), 500);
}

/** `DNS:example.net, IP Address:10.0.0.1`; Node puts names with odd characters in quotes. */
function namesIn(subjectAltName: string | undefined): string[] {
  const names = new Set<string>();
  const pattern = /(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,"]+)/g;
  for (const [, name = ""] of (subjectAltName ?? "").matchAll(pattern)) {
    const clean = replyText(name.replaceAll('"', ""), 255).toLowerCase();
    if (clean !== "") names.add(clean);
    if (names.size >= maxNames) break;
  }
  return [...names];
}

/** Signed with its own key; by the same name alone it would not be. */
function isSelfSigned(certificate: X509Certificate): boolean {
  if (certificate.subject !== certificate.issuer) return false;
  try {
    return certificate.verify(certificate.publicKey);
  } catch (error) {
    // Keys and signatures of kinds that OpenSSL does not know: then the names have to do.
    if (isOpenSslError(error)) return true;
    throw error;
  }
}

const keyNames: Readonly<Record<string, string>> = {
  rsa: "RSA",
  "rsa-pss": "RSA-PSS",
  dsa: "DSA",
  ed25519: "Ed25519",
  ed448: "Ed448",
};

/** OpenSSL's names of the curves that NIST named otherwise. */
const curveNames: Readonly<Record<string, string>> = {
  prime256v1: "P-256",
  secp384r1: "P-384",
  secp521r1: "P-521",
  prime192v1: "P-192",
};

function keyText(certificate: X509Certificate): string {
  try {
    const { asymmetricKeyType: type = "", asymmetricKeyDetails: details } = certificate.publicKey;
    if (type === "ec") {
      const curve = details?.namedCurve ?? "";
      return replyText(`EC ${curveNames[curve] ?? curve}`, 50);
    }
    const bits = details?.modulusLength;
    return `${keyNames[type] ?? type}${bits === undefined ? "" : ` ${bits}`}`.slice(0, 50);
  } catch (error) {
    if (isOpenSslError(error)) return "unknown";
    throw error;
  }
}

/** What OpenSSL says of bytes that it cannot use; Node's own complaints about keys likewise. */
function isOpenSslError(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^ERR_(OSSL|CRYPTO|INVALID_ARG_VALUE)/.test(error.code)
  );
}
