import { cronTimes } from "#lib/cron-times";
import type { MaintenanceWindow } from "./maintenance.ts";

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
  const times = cronTimes(window.cron ?? "", window.timeZone);
  const lengthMs = (window.durationMin ?? 0) * 60_000;
  const openings: Opening[] = [];
  for (let at = times.upTo(now); at !== null && openings.length <= shown;) {
    openings.push({ startsAt: at, endsAt: at + lengthMs });
    at = times.after(at);
  }
  return openings;
}
