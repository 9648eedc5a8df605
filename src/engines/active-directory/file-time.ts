/** FILETIME counts 100 nanoseconds from 1601-01-01, MS-DTYP 2.3.3. */
const ticksPerMs = 10_000n;
const epochAt = Date.UTC(1601, 0, 1);
/** For ever, or never; a duration's is its negative, or one less. */
const endless = 0x7fff_ffff_ffff_ffffn;

/**
 * A FILETIME in decimal as Unix epoch milliseconds, rounded down. Null: 0 and 0x7FFFFFFFFFFFFFFF, which mean never, and what
 * is no FILETIME.
 */
export function fileTime(text: string): number | null {
  const ticks = largeInteger(text);
  if (ticks === null || ticks <= 0n || ticks === endless) return null;
  return Number(ticks / ticksPerMs) + epochAt;
}

/** A duration, which the directory counts below zero in 100 nanoseconds, as milliseconds. Null: for ever, and what is none. */
export function fileTimeSpan(text: string): number | null {
  const ticks = largeInteger(text);
  if (ticks === null || ticks >= 0n || ticks <= -endless) return null;
  return Number(-ticks / ticksPerMs);
}

/**
 * A GeneralizedTime of the directory, `20251005123456.0Z` (RFC 4517 section 3.3.13, MS-ADTS 3.1.1.2.2.2), as Unix epoch
 * milliseconds; null when it is none.
 */
export function generalizedTime(text: string): number | null {
  const [, ...digits] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:[.,]\d{1,9})?Z$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second] = digits;
  if (second === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}

function largeInteger(text: string): bigint | null {
  if (!/^-?\d{1,19}$/.test(text)) return null;
  const value = BigInt(text);
  return value > endless || value < -endless - 1n ? null : value;
}
