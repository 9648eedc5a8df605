import { setTimeout as pause } from "node:timers/promises";

/** How long a condition is waited for unless told, in milliseconds: what takes a second may take twenty beside other tests. */
const patienceMs = 30_000;
/** Between two looks. */
const leastPauseMs = 10;
const mostPauseMs = 1_000;
/** What is waited for needs the processor, too: to look, as with a request or a command, takes a fifth of the time at most. */
const pausePerLook = 4;
/** What took long already is looked at less often. */
const pausePerWait = 0.05;
const mostPauseByWaitMs = 200;

/**
 * Waits until `condition` holds, and returns what it returned. It holds when it returns anything but `false`, `null` and
 * `undefined`.
 *
 * @throws Error that names `what` when it does not come true in time, with what the condition threw last, if it did.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: { timeoutMs?: number; what: string },
): Promise<Exclude<T, false | null | undefined>> {
  const { timeoutMs = patienceMs, what } = options;
  const beganAt = performance.now();
  for (;;) {
    const lookedAt = performance.now();
    let last: unknown;
    try {
      const value = await condition();
      if (isThere(value)) return value;
    } catch (error) {
      last = error;
    }
    const now = performance.now();
    if (now > beganAt + timeoutMs) {
      throw new Error(`waited ${timeoutMs} ms in vain: ${what}`, { cause: last });
    }
    const byLook = Math.min(pausePerLook * (now - lookedAt), mostPauseMs);
    const byWait = Math.min(pausePerWait * (now - beganAt), mostPauseByWaitMs);
    await pause(Math.max(byLook, byWait, leastPauseMs));
  }
}

function isThere<T>(value: T): value is Exclude<T, false | null | undefined> {
  return value !== false && value !== null && value !== undefined;
}
