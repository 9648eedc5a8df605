import { cronTimes } from "#lib/cron-times";
import { checkedTimeZone } from "#lib/time-zone";

/** Five fields: minute, hour, day of the month, month, day of the week; names such as `MON` and `L`, `#`, `W` too. */
const fiveFields = /^[\dA-Z*,/#-]+( [\dA-Z*,/#-]+){4}$/i;

/**
 * When a schedule is due next: five-field cron by the clocks of a time zone, as `cronTimes` says.
 *
 * @param after Unix epoch milliseconds; the answer is later than it.
 * @returns Unix epoch milliseconds, or `null` when it never comes again (30 February).
 * @throws RangeError saying what is wrong with the pattern or the zone.
 */
export function nextRunAt(schedule: string, timeZone: string, after: number): number | null {
  if (!fiveFields.test(schedule)) {
    const example = "such as 0 2 * * * (minute, hour, day, month, day of the week)";
    throw new RangeError(`${JSON.stringify(schedule)} does not have five fields ${example}`);
  }
  return cronTimes(schedule, checkedTimeZone(timeZone)).after(after);
}

/**
 * The next times of a schedule, as `nextRunAt`; fewer when no more come.
 *
 * @param count most of them.
 * @returns none for a pattern or zone that is none: it was checked before, and may be known no more.
 */
export function nextRunsAt(
  schedule: string,
  timeZone: string,
  after: number,
  count: number,
): number[] {
  const times: number[] = [];
  for (let from = after; times.length < count;) {
    const { at } = nextRunOf({ schedule, timeZone }, from);
    if (at === null) break;
    times.push(at);
    from = at;
  }
  return times;
}

/**
 * When a schedule that was kept is due next, as `nextRunAt`. It was checked before, but a newer program may know a pattern or a
 * zone no more: then it is due no more, and why is a sentence.
 */
export function nextRunOf(
  { schedule, timeZone }: { readonly schedule: string; readonly timeZone: string },
  after: number,
): { readonly at: number | null; readonly error: string | null } {
  try {
    return { at: nextRunAt(schedule, timeZone, after), error: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { at: null, error: `It is not known when it is due next: ${error.message}.` };
  }
}

/**
 * What is wrong with a schedule, in a sentence without its subject, or `null`: a pattern that is none, or one that never
 * comes.
 */
export function scheduleFault(schedule: string, timeZone: string): string | null {
  try {
    // No pattern names a year: what comes at all comes after any time.
    if (nextRunAt(schedule, timeZone, Date.UTC(2026, 0, 1)) !== null) return null;
    return "is a schedule whose time never comes";
  } catch (error) {
    if (error instanceof RangeError) return `is no schedule: ${error.message}`;
    throw error;
  }
}
