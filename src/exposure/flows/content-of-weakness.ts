import type { ServiceFacts } from "#engines/scan-types";
import type { FindingContent } from "#exposure/findings";
import { scoreFinding } from "#exposure/risk";
import type { Weakness } from "#exposure/weaknesses";

/** What is said of a weakness of a service that is no CVE, with its risk. */
export function contentOfWeakness(
  weakness: Weakness,
  service: ServiceFacts,
  internetFacing: boolean,
): FindingContent {
  return contentOf(weakness, internetFacing, service.name ?? null, {
    product: service.product ?? null,
    version: service.version ?? null,
    text: weakness.evidence,
  });
}

/** Likewise, of the host itself. */
export function contentOfHostWeakness(weakness: Weakness, internetFacing: boolean): FindingContent {
  return contentOf(weakness, internetFacing, null, { text: weakness.evidence });
}

function contentOf(
  weakness: Weakness,
  internetFacing: boolean,
  service: string | null,
  evidence: object,
): FindingContent {
  const { score: riskScore, ...riskFactors } = scoreFinding({
    severity: weakness.severity,
    cvssScore: null,
    kev: false,
    ransomware: false,
    ssvc: null,
    epssScore: null,
    weaknessClass: weakness.class,
    confidence: weakness.confidence,
    localOnly: false,
    internetFacing,
  });
  return {
    cve: null,
    service,
    affectedPackage: null,
    installedVersion: null,
    fixedVersion: null,
    title: weakness.title,
    remediation: weakness.remediation,
    severity: weakness.severity,
    cvssScore: null,
    cvssVector: null,
    epssScore: null,
    epssPercentile: null,
    kev: false,
    ransomware: false,
    ssvc: null,
    confidence: weakness.confidence,
    riskScore,
    riskFactors,
    evidence,
  };
}
