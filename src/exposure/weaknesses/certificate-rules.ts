import type { CertificateFacts } from "#engines/scan-types";
import { lookedAtTls, tlsOf } from "./tls-rules.ts";
import { confidenceSeen, type WeaknessRule } from "./weakness.ts";

const dayMs = 86_400_000;
/** A month to act, as certificate authorities remind their customers. */
const soonMs = 30 * dayMs;

/** NIST SP 800-57 part 1, table 2: what 112 bits of security take. */
const leastRsaBits = 2048;
const weakCurves = /^EC (?:P-192|prime192|secp1\d\d|sect1\d\d|brainpoolP1\d\d)/;

export const certificateRules: readonly WeaknessRule[] = [
  certificateRule({
    checkId: "tls.certificate_expired",
    title: "TLS certificate has expired",
    severity: "MEDIUM",
    remediation:
      "Renew the certificate and load it into the service; let an ACME client or a reminder renew it from now on.",
    references: ["CWE-298"],
    judge: (certificate, now) =>
      certificate.notAfter <= now ? `it expired on ${day(certificate.notAfter)}` : null,
  }),
  certificateRule({
    checkId: "tls.certificate_expiring",
    title: "TLS certificate expires within 30 days",
    severity: "LOW",
    remediation: "Renew the certificate before it expires, and load it into the service.",
    references: ["CWE-298"],
    judge: ({ notAfter }, now) =>
      notAfter > now && notAfter <= now + soonMs ? `it expires on ${day(notAfter)}` : null,
  }),
  certificateRule({
    checkId: "tls.certificate_not_yet_valid",
    title: "TLS certificate is not valid yet",
    severity: "LOW",
    remediation:
      "Set the clock of the host that issued the certificate, or use one that is valid now.",
    references: ["CWE-298"],
    judge: ({ notBefore }, now) =>
      notBefore > now ? `it is valid from ${day(notBefore)} only` : null,
  }),
  certificateRule({
    checkId: "tls.certificate_self_signed",
    title: "TLS certificate is self-signed",
    severity: "MEDIUM",
    remediation:
      "Use a certificate of an authority that the clients trust, of your own if need be: nobody can tell this one from an attacker's.",
    references: ["CWE-295"],
    judge: ({ selfSigned }) => (selfSigned ? "it is signed with its own key" : null),
  }),
  certificateRule({
    checkId: "tls.certificate_weak_key",
    title: "TLS certificate has a weak key",
    severity: "MEDIUM",
    remediation: "Issue a new certificate with RSA of 2048 bits or more, or ECDSA on P-256.",
    references: ["CWE-326", "NIST SP 800-57 Part 1"],
    judge: ({ key }) => (isWeakKey(key) ? `its key is ${key}` : null),
  }),
  certificateRule({
    checkId: "tls.certificate_weak_signature",
    title: "TLS certificate is signed with a broken hash",
    severity: "MEDIUM",
    remediation: "Issue a new certificate that is signed with SHA-256 or better.",
    references: ["CWE-328", "RFC 9155"],
    // Nobody checks the signature that a certificate gives itself.
    judge: ({ signature, selfSigned }) =>
      !selfSigned && /md[245]|sha1(?!\d)|sha-1|withsha$/i.test(signature ?? "")
        ? `it is signed with ${signature}`
        : null,
  }),
];

interface CertificateCheck extends Omit<WeaknessRule, "class" | "find" | "confidence" | "looked"> {
  /** What is wrong, in words that go on from `The certificate of …:`. */
  judge: (certificate: CertificateFacts, now: number) => string | null;
}

function certificateRule({ judge, ...description }: CertificateCheck): WeaknessRule {
  return {
    ...description,
    class: "weak_crypto",
    find(service, now) {
      const { certificate } = tlsOf(service) ?? {};
      if (certificate === undefined) return null;
      const words = judge(certificate, now);
      const whose = certificate.subject === "" ? "without a subject" : `of ${certificate.subject}`;
      return words === null ? null : `The certificate ${whose}: ${words}.`;
    },
    confidence: () => confidenceSeen,
    looked(service) {
      const tls = tlsOf(service);
      return tls === undefined ? lookedAtTls(service) : tls.certificate !== undefined;
    },
  };
}

function isWeakKey(key: string): boolean {
  const rsaBits = /^RSA(?:-PSS)? (\d+)$/.exec(key)?.[1];
  if (rsaBits !== undefined) return Number(rsaBits) < leastRsaBits;
  return key.startsWith("DSA") || weakCurves.test(key);
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
