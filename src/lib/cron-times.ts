import { Cron } from "croner";
import { knownTimeZone } from "./time-zone.ts";

/** When the clocks of a time zone show what a cron pattern names; Unix epoch milliseconds. */
export interface CronTimes {
  /** The first time later than this one, or `null` when it never comes again (30 February). */
  after(at: number): number | null;
  /** The last time at or before this one, or `null` when it never came. */
  upTo(at: number): number | null;
}

/**
 * The one way in which cron falls on a clock. A time of day that the clocks skip in spring comes right after the gap, however
 * many of the pattern's times lie in it; one that they show twice in autumn comes once, the first time. A pattern for every
 * hour (hour field `*`) goes by elapsed time instead: nothing of it is skipped or made up for.
 *
 * @param pattern five fields, as croner reads them.
 * @param timeZone of IANA, or an offset such as `+02:00`.
 * @throws RangeError saying what is wrong with the pattern or the zone.
 */
export function cronTimes(pattern: string, timeZone: string): CronTimes {
  const walls = wallTimes(pattern);
  const stretchAt = stretchesOf(timeZone);
  const goesByElapsedTime = /^\s*(@hourly\s*$|\S+\s+[*?](\/1)?\s)/i.test(pattern);
  /** What the clock had not shown yet when the stretch began: a gap is made up for, what is shown again is not new. */
  const newFrom = ({ fromAt, offsetMs, offsetBeforeMs }: Stretch): number => {
    return fromAt + (goesByElapsedTime ? offsetMs : offsetBeforeMs);
  };
  return {
    after(at) {
      for (let from = at; ;) {
        const stretch = stretchAt(from);
        const shown = at < stretch.fromAt ? Number.NEGATIVE_INFINITY : at + stretch.offsetMs;
        const wall = walls.after(Math.max(shown, newFrom(stretch) - 1));
        if (wall === null) return null;
        const next = Math.max(wall - stretch.offsetMs, stretch.fromAt);
        if (next < stretch.toAt) return next;
        from = stretch.toAt;
      }
    },
    upTo(at) {
      for (let from = at; ;) {
        const stretch = stretchAt(from);
        const wall = walls.upTo(Math.max(from + stretch.offsetMs, newFrom(stretch) - 1));
        if (wall === null) return null;
        if (wall >= newFrom(stretch)) return Math.max(wall - stretch.offsetMs, stretch.fromAt);
        from = stretch.fromAt - 1;
      }
    },
  };
}

/** The times of the pattern as if clocks never changed: UTC stands for what a clock on the wall shows. */
function wallTimes(pattern: string): CronTimes {
  const cron = readPattern(pattern);
  // croner looks strictly before and after its reference; what it finds are whole minutes.
  const minuteOf = (wall: number): number => Math.floor(wall / minuteMs) * minuteMs;
  return {
    after: (wall) => cron.nextRun(new Date(minuteOf(wall)))?.getTime() ?? null,
    upTo: (wall) => {
      const [found] = cron.previousRuns(1, new Date(minuteOf(wall) + minuteMs));
      return found?.getTime() ?? null;
    },
  };
}

const minuteMs = 60_000;

function readPattern(pattern: string): Cron {
  try {
    return new Cron(pattern, { utcOffset: 0, mode: "5-part", paused: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RangeError(`${JSON.stringify(pattern)}: ${reason}`, { cause });
  }
}

/** A stretch of time in which clocks run on evenly; infinite where they did not change before, or will not any more. */
interface Stretch {
  readonly fromAt: number;
  readonly toAt: number;
  /** By how much clocks are ahead of UTC, and were right before the stretch. */
  readonly offsetMs: number;
  readonly offsetBeforeMs: number;
}

/** Finds the stretch that a moment lies in; the last one is remembered, since most questions are about the same. */
function stretchesOf(timeZone: string): (at: number) => Stretch {
  const zone = knownTimeZone(timeZone);
  let last: Stretch | null = null;
  return (at) => {
    if (last === null || at < last.fromAt || at >= last.toAt) last = findStretch(zone, at);
    return last;
  };
}

function findStretch(zone: string, at: number): Stretch {
  const clock = (time: number) => {
    return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
  };
  const offsetAt = (time: number): number => clock(time).offsetNanoseconds / 1e6;
  // A change is looked for strictly before the reference: one at this very moment is found from the next.
  const began = clock(at + 1).getTimeZoneTransition("previous");
  const ends = clock(at).getTimeZoneTransition("next");
  const fromAt = began?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  return {
    fromAt,
    toAt: ends?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: offsetAt(at),
    offsetBeforeMs: offsetAt(began === null ? at : fromAt - 1),
  };
}
