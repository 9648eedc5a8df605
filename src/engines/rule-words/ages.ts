const dayMs = 86_400_000;
/** What a Date can hold, ECMA-262 21.4.1.1. */
const furthestMs = 8.64e15;

/** Whole days from a time until `now`, both in Unix epoch milliseconds; negative: it lies ahead. */
export function daysSince(at: number, now: number): number {
  return Math.floor((now - at) / dayMs);
}

/** `2025-10-05`; `an unknown day` of what no calendar holds. */
function isoDay(at: number): string {
  return Math.abs(at) <= furthestMs ? new Date(at).toISOString().slice(0, 10) : "an unknown day";
}

/** `412 days ago (on 2025-10-05)`; `today (2026-06-15)`; `in the future (on 2031-01-01)`. */
export function agoInWords(at: number, now: number): string {
  const days = daysSince(at, now);
  if (at > now) return `in the future (on ${isoDay(at)})`;
  if (days === 0) return `today (${isoDay(at)})`;
  return `${counted(days, "day")} ago (on ${isoDay(at)})`;
}

/** `1 day`, `12 days`; of irregular words with the plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
