const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/**
 * How long to wait before the next attempt: 1 s, doubled by every failure up to 10 s, of which a random half is left
 * away. So a thousand collectors do not come back in one moment when their server does.
 *
 * @param failures attempts that failed in a row, at least 1.
 * @param random 0 (inclusive) to 1 (exclusive).
 */
export function nextPauseMs(failures: number, random: number): number {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
  return pauseMs * (1 - random / 2);
}
