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
  certificateRule({
    checkId: "tls.certificate_name_mismatch",
    title: "TLS certificate is for another host",
    severity: "LOW",
    remediation:
      "Use a certificate that names the host as its clients call it (subject alternative names), and load it into the service.",
    references: ["CWE-297", "RFC 9525"],
    // Who trusts a certificate that signed itself does so by its key, whatever it names.
    judge: (certificate, _now, hostNames) =>
      !certificate.selfSigned && tellsAllNames(certificate) && isForNone(certificate, hostNames)
        ? `it is for ${shownNames(certificate)}, not for ${hostNames[0]}`
        : null,
    // A server of many sites may show another certificate to whoever asks for it by name.
    confidence: 70,
    isJudged: (certificate, hostNames) => hostNames.length > 0 && tellsAllNames(certificate),
  }),
];

interface CertificateCheck extends Omit<WeaknessRule, "class" | "find" | "confidence" | "looked"> {
  /** What is wrong, in words that go on from `The certificate of …:`. */
  judge: (
    certificate: CertificateFacts,
    now: number,
    hostNames: readonly string[],
  ) => string | null;
  confidence?: number;
  /** Whether a certificate without the weakness would be known for it; unless told, each is. */
  isJudged?: (certificate: CertificateFacts, hostNames: readonly string[]) => boolean;
}

function certificateRule(check: CertificateCheck): WeaknessRule {
  const { judge, confidence = confidenceSeen, isJudged = () => true, ...description } = check;
  return {
    ...description,
    class: "weak_crypto",
    find(service, now, hostNames) {
      const { certificate } = tlsOf(service) ?? {};
      if (certificate === undefined) return null;
      const words = judge(certificate, now, hostNames);
      const whose = certificate.subject === "" ? "without a subject" : `of ${certificate.subject}`;
      return words === null ? null : `The certificate ${whose}: ${words}.`;
    },
    confidence: () => confidence,
    looked(service, hostNames) {
      const tls = tlsOf(service);
      if (tls === undefined) return lookedAtTls(service);
      return tls.certificate !== undefined && isJudged(tls.certificate, hostNames);
    },
  };
}

function isWeakKey(key: string): boolean {
  const rsaBits = /^RSA(?:-PSS)? (\d+)$/.exec(key)?.[1];
  if (rsaBits !== undefined) return Number(rsaBits) < leastRsaBits;
  return key.startsWith("DSA") || weakCurves.test(key);
}

/** {@link CertificateFacts} have room for so many; what stands behind them is not known. */
const mostNames = 100;

function tellsAllNames({ names }: CertificateFacts): boolean {
  return names.length < mostNames;
}

/** Those of the extension; clients of old take the common name where there are none (RFC 6125 section 6.4.4). */
function namesOf({ names, subject }: CertificateFacts): readonly string[] {
  const common = /(?:^|, )CN=([^,]+)/.exec(subject)?.[1];
  return names.length > 0 || common === undefined ? names : [common.trim().toLowerCase()];
}

function isForNone(certificate: CertificateFacts, hostNames: readonly string[]): boolean {
  const names = new Set(namesOf(certificate));
  // A wildcard stands for one whole label (RFC 9525 section 6.3).
  const covers = (host: string) => names.has(host) || names.has(host.replace(/^[^.]+/, "*"));
  return hostNames.length > 0 && !hostNames.some(covers);
}

function shownNames(certificate: CertificateFacts): string {
  const names = namesOf(certificate);
  if (names.length === 0) return "no name";
  return names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
