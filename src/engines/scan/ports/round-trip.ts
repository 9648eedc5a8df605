/** Below this the time of an answer says more about how busy both ends are than about the way between them. */
const shortestTimeoutMs = 250;

/**
 * How long to wait for a host's answer, learnt from its earlier ones: the smoothed round trip and four times its
 * variation (RFC 6298, section 2), at least 250 ms, at most `longestMs`, which also counts while nothing is known.
 */
export class RoundTrip {
  readonly #longestMs: number;
  #smoothedMs: number | null = null;
  #variationMs = 0;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  learn(rttMs: number): void {
    if (this.#smoothedMs === null) {
      this.#smoothedMs = rttMs;
      this.#variationMs = rttMs / 2;
      return;
    }
    this.#variationMs += (Math.abs(this.#smoothedMs - rttMs) - this.#variationMs) / 4;
    this.#smoothedMs += (rttMs - this.#smoothedMs) / 8;
  }

  get timeoutMs(): number {
    if (this.#smoothedMs === null) return this.#longestMs;
    const learnt = this.#smoothedMs + 4 * this.#variationMs;
    return Math.min(this.#longestMs, Math.max(shortestTimeoutMs, Math.ceil(learnt)));
  }
}
