import type { Severity } from "#lib/severity";

/** What is open of one rule in one directory. */
export interface OpenOfRule {
  readonly ruleId: string;
  readonly title: string;
  /** The worst of its open findings. */
  readonly severity: Severity;
  /** Open and in progress: at least 1. */
  readonly findings: number;
  /** One of them is about the whole: its target is the domain or the tenant itself. Of ten and more it makes no difference. */
  readonly isOfWhole: boolean;
}

/** What one rule takes off the score. */
export interface PostureFactor {
  readonly ruleId: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: number;
  /** By severity, see {@link weights}. */
  readonly weight: number;
  /** 0.5 to 1: how far it reaches. */
  readonly extent: number;
  /** What the score is multiplied with: 1 − weight × extent. */
  readonly factor: number;
}

/** The score of a directory, and what it was made of. */
export interface Posture {
  /** 0 to 100, one decimal; 100 is best. */
  readonly score: number;
  /** What cost most first. What costs nothing is left out. */
  readonly factors: readonly PostureFactor[];
}

/** What a rule costs at most, as a share of the score; see the decision on the posture score. */
const weights: Readonly<Record<Severity, number>> = {
  CRITICAL: 0.35,
  HIGH: 0.12,
  MEDIUM: 0.05,
  LOW: 0.02,
  INFO: 0,
};

/**
 * How sound a directory is: 100 × Π (1 − weight × extent) over the rules with open findings. One finding less never lowers it.
 *
 * @param open each rule once.
 */
export function scorePosture(open: readonly OpenOfRule[]): Posture {
  const factors = open.map(factorOf).filter(({ factor }) => factor < 1);
  const product = factors.reduce((score, { factor }) => score * factor, 100);
  return {
    score: Math.round(product * 10) / 10,
    factors: factors.toSorted((a, b) => a.factor - b.factor || (a.ruleId < b.ruleId ? -1 : 1)),
  };
}

function factorOf({ ruleId, title, severity, findings, isOfWhole }: OpenOfRule): PostureFactor {
  const weight = weights[severity];
  const extent = isOfWhole ? 1 : 0.5 + 0.5 * Math.min(1, Math.log10(findings));
  return { ruleId, title, severity, findings, weight, extent, factor: 1 - weight * extent };
}
