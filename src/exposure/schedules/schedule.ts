import { Cron } from "croner";
import { checkedTimeZone } from "#lib/time-zone";

/** Five fields: minute, hour, day of the month, month, day of the week; names such as `MON` and `L`, `#`, `W` too. */
const fiveFields = /^[\dA-Z*,/#-]+( [\dA-Z*,/#-]+){4}$/i;

/**
 * When a schedule is due next: five-field cron by the clocks of a time zone. A time of day that the clocks skip in spring
 * comes right after the gap, however many of the schedule's times lie in it; one that they show twice in autumn comes
 * once. A schedule for every hour (hour field `*`) goes by elapsed time instead: nothing of it is skipped or made up for.
 *
 * @param after Unix epoch milliseconds; the answer is later than it.
 * @returns Unix epoch milliseconds, or `null` when it never comes again (30 February).
 * @throws RangeError saying what is wrong with the pattern or the zone.
 */
export function nextRunAt(schedule: string, timeZone: string, after: number): number | null {
  const wallCalendar = parseSchedule(schedule);
  const everyHour = /^\S+ \*(\/1)? /.test(schedule);
  const start = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(
    checkedTimeZone(timeZone),
  );
  let wall = new Date(wallMs(start.toPlainDateTime()) - longestFoldMs);
  let best: number | null = null;
  for (;;) {
    const next = wallCalendar.nextRun(wall);
    if (next === null) return best;
    const times = realTimes(next.getTime(), start.timeZoneId, everyHour);
    const [first] = times;
    // Later times by the clock are not earlier in reality, but for the second pass through an autumn hour.
    if (best !== null && first !== undefined && first >= best) return best;
    for (const at of times) if (at > after && at < (best ?? Number.POSITIVE_INFINITY)) best = at;
    wall = next;
  }
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

/** Clocks are set back by an hour or less; more happened only where the date line moved. */
const longestFoldMs = 2 * 3_600_000;

/** The days and hours of the pattern as if clocks never changed: UTC stands for what a clock on the wall shows. */
function parseSchedule(schedule: string): Cron {
  if (!fiveFields.test(schedule)) {
    const example = "such as 0 2 * * * (minute, hour, day, month, day of the week)";
    throw new RangeError(`${JSON.stringify(schedule)} does not have five fields ${example}`);
  }
  try {
    return new Cron(schedule, { timezone: "UTC", mode: "5-part", paused: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RangeError(`${JSON.stringify(schedule)}: ${reason}`, { cause });
  }
}

function wallMs(wall: Temporal.PlainDateTime): number {
  return wall.toZonedDateTime("UTC").epochMilliseconds;
}

/** When the clocks of the zone show a time, in order; see `nextRunAt` for what counts where they change. */
function realTimes(wall: number, timeZone: string, everyHour: boolean): number[] {
  const plain = Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime();
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = plain.toZonedDateTime(timeZone, { disambiguation: "later" });
  const first = earlier.epochMilliseconds;
  if (first === later.epochMilliseconds) return [first];
  const isShown = earlier.toPlainDateTime().equals(plain);
  if (isShown) return everyHour ? [first, later.epochMilliseconds] : [first];
  const afterGap = earlier.getTimeZoneTransition("next");
  return everyHour || afterGap === null ? [] : [afterGap.epochMilliseconds];
}
