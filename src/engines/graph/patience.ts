import { DirectoryRefused } from "#engines/directory-types";
import type { GraphLimits } from "./limits.ts";
import { nextDelayMs } from "./retry-delay.ts";

/** How long is waited, all in all and at a time. */
export interface Patience {
  /** Whether so long must not be waited any more; of 0: whether the time is over. */
  isTooLong(waitMs: number): boolean;
  /**
   * Waits before another attempt.
   *
   * @param failures in a row, at least 1.
   * @param why a sentence without its end.
   * @throws DirectoryRefused when there were enough, or the wait is too long; the signal's reason.
   */
  pause(failures: number, askedMs: number | null, why: string): Promise<void>;
}

export interface PatienceOptions {
  readonly limits: GraphLimits;
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Its time begins now. */
export function createPatience({ limits, now, sleep, signal }: PatienceOptions): Patience {
  const endsAt = now() + limits.totalMs;
  const isTooLong = (waitMs: number): boolean =>
    waitMs > limits.longestWaitMs || now() + waitMs > endsAt;
  return {
    isTooLong,
    async pause(failures, askedMs, why) {
      if (failures >= limits.attempts) {
        throw new DirectoryRefused(`${why} (${failures} attempts).`);
      }
      const waitMs = nextDelayMs(failures, askedMs, Math.random());
      if (isTooLong(waitMs)) {
        const seconds = Math.ceil(waitMs / 1000);
        throw new DirectoryRefused(`${why}; waiting for ${seconds} s is too long.`);
      }
      await sleep(waitMs, signal);
      signal.throwIfAborted();
    },
  };
}
