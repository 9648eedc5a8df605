/** The share of a second's probes that may leave at once. */
const burstShare = 0.1;

/**
 * Lets through at most `perSec` probes in any second (rounded up to whole ones), however they come in: a bucket of a
 * tenth of them, refilled by so much less that a full bucket and a second's refill together are not more. Pure: time
 * comes in as an argument, in milliseconds of a clock that never goes back.
 */
export class TokenBucket {
  readonly #burst: number;
  readonly #msPerToken: number;
  /** When the bucket will be full again: one number says how full it is (GCRA, ITU-T I.371). */
  #fullAt = -Infinity;

  constructor(perSec: number) {
    this.#burst = Math.max(1, Math.floor(perSec * burstShare));
    this.#msPerToken = 1000 / (perSec - this.#burst + 1);
  }

  /** How many probes may go now. */
  available(now: number): number {
    const missing = Math.max(0, this.#fullAt - now) / this.#msPerToken;
    // Rounding must not withhold the token whose time has just come.
    return Math.max(0, Math.floor(this.#burst - missing + 1e-9));
  }

  /** When the next probe may go; `now` when one may go already. */
  nextAt(now: number): number {
    return Math.max(now, this.#fullAt - (this.#burst - 1) * this.#msPerToken);
  }

  /** Takes as many as {@link available} said, or fewer. */
  take(now: number, probes: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + probes * this.#msPerToken;
  }

  /** True when it is as if it had never been used. */
  isFull(now: number): boolean {
    return this.#fullAt <= now;
  }
}
