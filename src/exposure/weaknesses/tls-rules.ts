import type { ServiceFacts, TlsFacts } from "#engines/scan-types";
import { confidenceSeen, isIdentified, placeOf, type WeaknessRule } from "./weakness.ts";

/** In `TlsFacts.untested`: not every weak cipher suite was tried. */
const ciphersUntested = "ciphers";

/** Names that only services with TLS have. */
const alwaysTls =
  /^(https|imaps|pop3s|smtps|ldaps|ftps|nntps|mqtts|ircs|sips|rtsps|amqps|telnets|globalcatldaps)$/;

/** By OpenSSL's names. A suite may be weak in several ways (EXP-RC4-MD5): it counts where it is worst. */
const broken = /NULL|^EXP|^ADH-|^AECDH-|(^|-)DES-CBC-/;
const weak = /RC4|DES-CBC3/;

const modernise =
  "Allow TLS 1.2 and TLS 1.3 only, for example `ssl_protocols TLSv1.2 TLSv1.3;` in nginx, `SSLProtocol -all +TLSv1.2 +TLSv1.3` in Apache, `ssl_min_protocol = TLSv1.2` in Dovecot; update the program if it cannot do that.";

export const tlsRules: readonly WeaknessRule[] = [
  protocolRule("SSLv3", {
    checkId: "tls.ssl_3",
    title: "SSL 3.0 is accepted",
    severity: "HIGH",
    references: ["RFC 7568", "CVE-2014-3566", "CWE-327"],
  }),
  protocolRule("TLSv1", {
    checkId: "tls.tls_1_0",
    title: "TLS 1.0 is accepted",
    severity: "MEDIUM",
    references: ["RFC 8996", "CWE-327"],
  }),
  protocolRule("TLSv1.1", {
    checkId: "tls.tls_1_1",
    title: "TLS 1.1 is accepted",
    severity: "MEDIUM",
    references: ["RFC 8996", "CWE-327"],
  }),
  cipherRule((name) => broken.test(name), {
    checkId: "tls.broken_ciphers",
    title: "Cipher suites without real protection are accepted",
    severity: "HIGH",
    remediation:
      "Take suites without encryption (NULL), without authentication (ADH, AECDH), with export keys and with single DES out of the service's list of ciphers.",
    references: ["RFC 9325", "CVE-2015-0204", "CWE-327"],
  }),
  cipherRule((name) => weak.test(name) && !broken.test(name), {
    checkId: "tls.weak_ciphers",
    title: "Weak cipher suites (RC4, 3DES) are accepted",
    severity: "MEDIUM",
    remediation:
      "Take RC4 and 3DES out of the service's list of ciphers; AES-GCM and ChaCha20-Poly1305 suffice for every client of today.",
    references: ["RFC 7465", "RFC 9325", "CVE-2016-2183", "CWE-327"],
  }),
];

/** The TLS of a service, whether it begins with the first byte or after a talk. */
export function tlsOf({ tls, startTls }: ServiceFacts): TlsFacts | undefined {
  return tls ?? startTls;
}

/** Whether a service's TLS was looked at, or it was seen to have none. */
export function lookedAtTls(service: ServiceFacts): boolean {
  if (tlsOf(service) !== undefined) return true;
  return isIdentified(service) && !alwaysTls.test(service.name ?? "");
}

function protocolRule(
  protocol: string,
  description: Pick<WeaknessRule, "checkId" | "title" | "severity" | "references">,
): WeaknessRule {
  return {
    ...description,
    class: "weak_crypto",
    remediation: modernise,
    find: (service) =>
      tlsOf(service)?.protocols.includes(protocol) === true
        ? `${placeOf(service)} agrees on ${protocol}.`
        : null,
    confidence: () => confidenceSeen,
    looked: (service) =>
      lookedAtTls(service) && tlsOf(service)?.untested.includes(protocol) !== true,
  };
}

function cipherRule(
  isAccused: (name: string) => boolean,
  description: Pick<WeaknessRule, "checkId" | "title" | "severity" | "remediation" | "references">,
): WeaknessRule {
  return {
    ...description,
    class: "weak_crypto",
    find(service) {
      const accepted = (tlsOf(service)?.weakCiphers ?? []).filter(isAccused);
      return accepted.length === 0 ? null : `${placeOf(service)} agrees on ${accepted.join(", ")}.`;
    },
    confidence: () => confidenceSeen,
    looked: (service) =>
      lookedAtTls(service) && tlsOf(service)?.untested.includes(ciphersUntested) !== true,
  };
}
