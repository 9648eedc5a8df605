import { type MaintenanceWindow, parseCron } from "./maintenance.ts";

/** One time that a window is open; Unix epoch milliseconds. */
export interface Opening {
  startsAt: number;
  endsAt: number;
}

/** When a window is open. */
export interface WindowTimes {
  /** `now`: it is open; `next`: it will be; `past`: never again. */
  state: "now" | "next" | "past";
  /** While it is open. */
  current: Opening | null;
  /** The next times after that, the nearest first. */
  next: Opening[];
}

/**
 * When a window is open, seen from a moment.
 *
 * @param shown how many of the next times.
 * @throws RangeError for a cron pattern or time zone that does not exist.
 */
export function windowTimes(window: MaintenanceWindow, now: number, shown: number): WindowTimes {
  const openings = window.cron === null ? [onceOf(window)] : recurring(window, now, shown);
  const current = openings.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt) ?? null;
  const next = openings.filter(({ startsAt }) => startsAt > now).slice(0, shown);
  const state = current !== null ? "now" : next.length > 0 ? "next" : "past";
  return { state, current, next };
}

function onceOf({ name, startsAt, endsAt }: MaintenanceWindow): Opening {
  if (startsAt === null || endsAt === null) throw new RangeError(`maintenance ${name}: no time`);
  return { startsAt, endsAt };
}

function recurring(window: MaintenanceWindow, now: number, shown: number): Opening[] {
  const cron = parseCron(window.cron ?? "", window.timeZone);
  const lengthMs = (window.durationMin ?? 0) * 60_000;
  // croner looks strictly before its reference and counts in whole seconds: ask from the second after.
  const after = new Date(Math.floor(now / 1000) * 1000 + 1000);
  const began = cron.previousRuns(1, after);
  return [...began, ...cron.nextRuns(shown, new Date(now))].map((date) => {
    return { startsAt: date.getTime(), endsAt: date.getTime() + lengthMs };
  });
}
