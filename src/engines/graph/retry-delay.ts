const firstDelayMs = 1000;
const longestDelayMs = 60_000;

/**
 * How long a `Retry-After` asks us to wait, in milliseconds: seconds, of which Graph sends fractions as well, or a date. `null`: there is
 * none, or it cannot be read.
 *
 * @param sentAt when the answer was made by the server's clock, Unix epoch milliseconds: a date is one of that clock.
 */
export function retryAfterMs(value: string | undefined, sentAt: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - sentAt);
}

/**
 * How long to wait before the next attempt: as long as we were asked to; else 1 s, doubled by every failure up to a minute, of
 * which a random half is left away.
 *
 * @param failures in a row, at least 1.
 * @param random 0 (inclusive) to 1 (exclusive).
 */
export function nextDelayMs(failures: number, askedMs: number | null, random: number): number {
  // Being asked to come back at once, again and again, would only use the attempts up.
  if (askedMs !== null && askedMs > 0) return askedMs;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1)) * (1 - random / 2);
}
