import type { Severity } from "#lib/severity";

/** What kind of weakness a finding that is no CVE is: how likely somebody makes use of it. */
export type WeaknessClass = "credential" | "exposed_service" | "weak_crypto" | "configuration";

/** What the score of a finding depends on. */
export interface FindingRiskInput {
  readonly severity: Severity;
  /** CVSS base score, 0 to 10. */
  readonly cvssScore: number | null;
  readonly kev: boolean;
  readonly ransomware: boolean;
  /** CISA's SSVC "exploitation". */
  readonly ssvc: "none" | "poc" | "active" | null;
  /** EPSS probability, 0 to 1. */
  readonly epssScore: number | null;
  /** `null` for a CVE. */
  readonly weaknessClass: WeaknessClass | null;
  /** Per cent. */
  readonly confidence: number;
  /** Can only be used by somebody who is on the host already (CVSS AV:L, AV:P). */
  readonly localOnly: boolean;
  readonly internetFacing: boolean;
}

/** One factor of a score: its value from 0 to 1 and where that comes from, in words. */
export interface RiskFactor {
  readonly value: number;
  readonly because: string;
}

/** A finding's score and all that it was made of: `100 × severity × threat × certainty × exposure`, at most 99. */
export interface FindingRisk {
  /** 0 to 99, one decimal. */
  readonly score: number;
  readonly severity: RiskFactor;
  readonly threat: RiskFactor;
  readonly certainty: RiskFactor;
  readonly exposure: RiskFactor;
  /** 1.25 for a vulnerability that ransomware uses: the score becomes `1 - (1 - f)^1.25`. */
  readonly ransomwareExponent: number;
}

const bySeverity: Record<Severity, number> = {
  CRITICAL: 0.95,
  HIGH: 0.8,
  MEDIUM: 0.55,
  LOW: 0.2,
  INFO: 0,
};
const byClass: Record<WeaknessClass, number> = {
  credential: 0.9,
  exposed_service: 0.5,
  weak_crypto: 0.2,
  configuration: 0.2,
};

/** FIRST: observed exploitation supersedes what EPSS expects. */
const observed = 1;
/** EPSS is a probability of 30 days; its root spreads the many small ones, and nothing is without any threat. */
const epssFloor = 0.15;
const epssWeight = 0.85;
const withoutEpss = 0.2;
const withExploitCode = 0.35;
const ransomwareExponent = 1.25;
const highest = 99;

/**
 * Rates a finding. Bounded, and monotone in every factor; the formula and its constants are those of
 * `docs/decisions/0013-risk-score.md`, so that a person can recompute it.
 */
export function scoreFinding(input: FindingRiskInput): FindingRisk {
  const severity = severityFactor(input);
  const threat = threatFactor(input);
  const certainty = {
    value: input.confidence / 100,
    because: `the evidence is ${input.confidence} % sure`,
  };
  const exposure = exposureFactor(input);
  const exponent = input.kev && input.ransomware ? ransomwareExponent : 1;
  const product = severity.value * threat.value * certainty.value * exposure.value;
  const score = Math.min(highest, 100 * (1 - (1 - product) ** exponent));
  return {
    score: oneDecimal(score),
    severity,
    threat,
    certainty,
    exposure,
    ransomwareExponent: exponent,
  };
}

/** Rounded as scores are shown. */
export function oneDecimal(score: number): number {
  return Math.round(score * 10) / 10;
}

function severityFactor({ cvssScore, severity }: FindingRiskInput): RiskFactor {
  // What is rated INFO (a distribution calls it unimportant, or only the product's name fits) adds nothing.
  if (severity === "INFO") return { value: 0, because: "it is for information only" };
  if (cvssScore !== null)
    return { value: cvssScore / 10, because: `its CVSS base score is ${cvssScore}` };
  return {
    value: bySeverity[severity],
    because: `its severity is ${severity}, without a CVSS score`,
  };
}

function threatFactor(input: FindingRiskInput): RiskFactor {
  const { kev, ssvc, epssScore, weaknessClass } = input;
  if (kev)
    return { value: observed, because: "it is in CISA's catalogue of exploited vulnerabilities" };
  if (ssvc === "active") return { value: observed, because: "CISA saw it being exploited (SSVC)" };
  if (weaknessClass !== null) {
    return {
      value: byClass[weaknessClass],
      because: `it is a weakness of the kind ${weaknessClass}`,
    };
  }
  const likely =
    epssScore === null
      ? { value: withoutEpss, because: "EPSS does not know it" }
      : {
          value: epssFloor + epssWeight * Math.sqrt(epssScore),
          because: `EPSS gives it a probability of ${epssScore}`,
        };
  if (ssvc === "poc" && likely.value < withExploitCode) {
    return { value: withExploitCode, because: "exploit code is public (SSVC)" };
  }
  return likely;
}

function exposureFactor({ localOnly, internetFacing }: FindingRiskInput): RiskFactor {
  if (localOnly) return { value: 0.6, because: "it needs access to the host" };
  if (internetFacing) return { value: 1, because: "the asset faces the Internet" };
  return { value: 0.85, because: "the asset is not known to face the Internet" };
}
