import { type ClockReading, elapsedSec } from "./device-clock.ts";
import { continues, type CounterSample, noRates, type Rates, ratesBetween } from "./rates.ts";

/** One reading of an interface's counters, and of the device's clock along with it. */
export interface CounterPoint {
  clock: ClockReading;
  sample: CounterSample;
}

/**
 * The last readings of an interface: the newest, and one that is older by at least {@link leastAgeMs}. Two sensors may watch
 * the same interface a moment apart, and over a moment there is no rate.
 */
export interface CounterHistory {
  newest: CounterPoint;
  older: CounterPoint | null;
}

/** Agents renew their counters once in a second or so. */
const leastAgeMs = 3000;

/** The rates up to `point`, and the history to keep. A device or counter that began anew also begins a new history. */
export function nextHistory(
  history: CounterHistory | null,
  point: CounterPoint,
): { rates: Rates; history: CounterHistory } {
  const fresh = { newest: point, older: null };
  if (history === null) return { rates: noRates, history: fresh };
  const { newest, older } = history;
  const base = isOldEnough(newest, point) ? newest : older;
  if (base === null) return { rates: noRates, history: { newest, older } };
  const elapsed = elapsedSec(base.clock, point.clock);
  if (elapsed === null || !continues(base.sample, point.sample)) {
    return { rates: noRates, history: fresh };
  }
  const rates = ratesBetween(base.sample, point.sample, elapsed);
  return { rates, history: { newest: point, older: base } };
}

function isOldEnough(earlier: CounterPoint, later: CounterPoint): boolean {
  return later.clock.sentAt - earlier.clock.receivedAt >= leastAgeMs;
}
