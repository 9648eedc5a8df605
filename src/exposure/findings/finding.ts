import type { Severity } from "#lib/severity";
import type { Detector, FindingLife } from "./life-cycle.ts";

/** What a detector saw: one weakness at one place. */
export interface SeenFinding {
  readonly assetId: string;
  /** `""` and port 0: the host itself. */
  readonly protocol: "" | "tcp" | "udp";
  readonly port: number;
  /** CVE id or check id. */
  readonly weakness: string;
  readonly package: string;
  /** The distribution's source package that the affected software came in; `null`: not known. */
  readonly packageSource: string | null;
  /** When it was seen. */
  readonly at: number;
  readonly content: FindingContent;
}

/** What is said of a finding; the same from one scan to the next while nothing changes. */
export interface FindingContent {
  readonly cve: string | null;
  readonly service: string | null;
  /** The package that is affected, as far as it is known, the version that is installed, and the first that is not affected. */
  readonly affectedPackage: string | null;
  readonly installedVersion: string | null;
  readonly fixedVersion: string | null;
  readonly title: string;
  readonly remediation: string;
  readonly severity: Severity;
  readonly cvssScore: number | null;
  readonly cvssVector: string | null;
  readonly epssScore: number | null;
  readonly epssPercentile: number | null;
  readonly kev: boolean;
  readonly ransomware: boolean;
  readonly ssvc: "none" | "poc" | "active" | null;
  /** Per cent. */
  readonly confidence: number;
  readonly riskScore: number;
  /** `FindingRisk` without its score. */
  readonly riskFactors: object;
  /** What the detector has to show for it: product, version, banner, verdicts. */
  readonly evidence: object;
}

/** A finding as it is kept, as far as what follows depends on it. */
export interface KnownFinding extends FindingLife {
  readonly id: string;
  readonly assetId: string;
  readonly protocol: "" | "tcp" | "udp";
  readonly port: number;
  readonly weakness: string;
  readonly package: string;
  /** Of the content that was saved last, with its detector. */
  readonly contentHash: string;
  /** The product and version in which a scan saw it. */
  readonly scanProduct: string | null;
  readonly scanVersion: string | null;
  /** The source packages in which a scan and an agent saw it. */
  readonly scanPackage: string | null;
  readonly agentPackage: string | null;
  /** What an agent said of it is known, whether it still sees it or not. */
  readonly byAgent: boolean;
}

/** Place and weakness: there is one finding for each. */
export function findingKey(finding: {
  assetId: string;
  protocol: string;
  port: number;
  weakness: string;
  package: string;
}): string {
  const { assetId, protocol, port, weakness } = finding;
  return `${assetId} ${protocol}/${port} ${weakness} ${finding.package}`;
}

/** A text that changes with the content, for one detector. */
export function contentHash(
  detector: Detector,
  content: FindingContent,
  hash: (text: string) => string,
): string {
  return `${detector}:${hash(JSON.stringify(content))}`;
}
