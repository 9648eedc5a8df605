import { language } from "../text/text.ts";
import { formatPercent } from "./format-quantity.ts";

const score = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const percent = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
const factor = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });

/** A score with its one decimal: `9.8`. */
export function formatScore(value: number): string {
  return score.format(value);
}

/** A probability as a share: `0.0431` is `4.3 %`. */
export function formatShare(value: number): string {
  return `${percent.format(value * 100)} %`;
}

/** A share of all to the tenth: `99.8 %`. What is not all is never told as all. */
export function formatPercentile(value: number): string {
  return formatPercent(value === 1 ? 100 : Math.min(value * 100, 99.9));
}

/** A factor as it is written in a product: `0.327`. */
export function formatFactor(value: number): string {
  return factor.format(value);
}
