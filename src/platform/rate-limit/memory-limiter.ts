import { type RateLimiter, type RateVerdict, rateVerdict, windowMs } from "./rate-limiter.ts";

/** A limiter that is exact for one process. */
export interface MemoryLimiterOptions {
  /** Most requests of one key in any 60 s. */
  limit: number;
  /** Whole milliseconds of a clock that never goes back. Left out: the time since the process started. */
  now?: () => number;
  /** Most keys remembered; the one that was idle longest is forgotten first. */
  maxKeys: number;
}

/** Keeps, per key, the times of the requests that still count: at most `limit` numbers of 8 bytes. */
export function createMemoryLimiter(options: MemoryLimiterOptions): RateLimiter {
  const { limit, now = monotonicMs, maxKeys } = options;
  // In the order of last use, since a key that is used is put at the end.
  const windows = new Map<string, SlidingWindow>();
  let sweptAt = now();

  function sweep(at: number): void {
    sweptAt = at;
    for (const [key, window] of windows) {
      if (window.newestAt > at - windowMs) break;
      windows.delete(key);
    }
  }

  return {
    take(key) {
      const at = now();
      if (at - sweptAt > windowMs) sweep(at);
      const window = windows.get(key) ?? new SlidingWindow(limit);
      const verdict = window.take(at);
      if (verdict.allowed) {
        windows.delete(key);
        windows.set(key, window);
        if (windows.size > maxKeys) {
          for (const oldest of windows.keys()) {
            windows.delete(oldest);
            break;
          }
        }
      }
      return verdict;
    },
  };
}

function monotonicMs(): number {
  return Math.floor(performance.now());
}

/** A ring of times, oldest first, that grows as it is needed. */
class SlidingWindow {
  readonly #limit: number;
  #times: Float64Array;
  #first = 0;
  #count = 0;
  newestAt = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
    this.#times = new Float64Array(Math.min(limit, 8));
  }

  take(at: number): RateVerdict {
    while (this.#count > 0 && this.#oldestAt() <= at - windowMs) {
      this.#first = (this.#first + 1) % this.#times.length;
      this.#count--;
    }
    const allowed = this.#count < this.#limit;
    if (allowed) this.#push(at);
    return rateVerdict(allowed, this.#limit, this.#count, this.#oldestAt(), at);
  }

  #push(at: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[(this.#first + this.#count) % this.#times.length] = at;
    this.#count++;
    this.newestAt = at;
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(this.#limit, this.#times.length * 2));
    larger.set(this.#times.subarray(this.#first));
    larger.set(this.#times.subarray(0, this.#first), this.#times.length - this.#first);
    this.#times = larger;
    this.#first = 0;
  }

  #oldestAt(): number {
    return this.#times[this.#first] ?? 0;
  }
}
