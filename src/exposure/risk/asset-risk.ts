import { oneDecimal } from "./finding-risk.ts";

/** One finding that counts for its asset. */
export interface CountedFinding {
  readonly id: string;
  readonly weakness: string;
  /** 0 to 99. */
  readonly score: number;
}

/** A term of an asset's score: the finding is taken to the power of `exponent`. */
export interface AssetRiskFactor {
  readonly findingId: string;
  readonly weakness: string;
  readonly score: number;
  readonly exponent: number;
}

/** An asset's score and all that it was made of: `100 × (1 − rest.product × Π (1 − score/100)^exponent)`. */
export interface AssetRisk {
  /** 0 to 100, one decimal. */
  readonly score: number;
  readonly criticality: number;
  /** The worst findings, the worst first. */
  readonly factors: readonly AssetRiskFactor[];
  /** All others together: how many, and the product of their terms. */
  readonly rest: { readonly count: number; readonly product: number };
}

/** So many terms are kept one by one; those after them change the score by a few tenths at most. */
const kept = 20;

/** How much more an asset matters, by its tag `criticality:…`. */
const criticalities = new Map([
  ["criticality:low", 0.7],
  ["criticality:medium", 1],
  ["criticality:high", 1.5],
  ["criticality:critical", 2],
]);

/** The weight of the most critical of an asset's tags; 1 without any. */
export function criticalityOf(tags: readonly string[]): number {
  const weights = tags.flatMap((tag) => criticalities.get(tag.toLowerCase()) ?? []);
  return weights.length === 0 ? 1 : Math.max(...weights);
}

/**
 * An asset's score: `100 × (1 − Π (1 − fᵢ/100)^(m/i²))`, the findings sorted from the highest, m the criticality. The worst
 * finding decides, more of them add less and less: a thousand low ones never outrank one that is exploited.
 */
export function scoreAsset(findings: readonly CountedFinding[], criticality: number): AssetRisk {
  const factors = findings
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id, weakness, score }, i) => ({
      findingId: id,
      weakness,
      score,
      exponent: criticality / (i + 1) ** 2,
    }));
  const shown = factors.slice(0, kept);
  const others = factors.slice(kept);
  const rest = { count: others.length, product: product(others) };
  const score = oneDecimal(100 * (1 - rest.product * product(shown)));
  return { score, criticality, factors: shown, rest };
}

function product(factors: readonly AssetRiskFactor[]): number {
  return factors.reduce((all, { score, exponent }) => all * (1 - score / 100) ** exponent, 1);
}
