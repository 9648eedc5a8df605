/** The window in which requests are counted, in milliseconds. */
export const windowMs = 60_000;

/** What became of one request. */
export interface RateVerdict {
  allowed: boolean;
  /** Most requests in any {@link windowMs}. */
  limit: number;
  /** How many more are allowed now. */
  remaining: number;
  /**
   * Whole seconds, rounded up, until the oldest counted request leaves the window: then at least one more is allowed.
   * A refused request that comes again after so long succeeds, when nobody else uses the key meanwhile.
   */
  resetSec: number;
}

/**
 * An exact sliding window per key: in no 60 s, wherever they begin, are more requests allowed than the limit. Refused
 * requests do not count.
 */
export interface RateLimiter {
  /** Counts one request of that key, or refuses it. Answers at once where no other process must be asked. */
  take(key: string): RateVerdict | Promise<RateVerdict>;
}

/** The verdict from what the window holds once the request was counted or refused. */
export function rateVerdict(
  allowed: boolean,
  limit: number,
  counted: number,
  oldestAt: number,
  now: number,
): RateVerdict {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - counted),
    resetSec: Math.max(1, Math.ceil((oldestAt + windowMs - now) / 1000)),
  };
}
