import { cronTimes } from "#lib/cron-times";
import type { TimeSpan } from "#lib/time-spans";
import { type MaintenanceSubject, type MaintenanceWindow, covers } from "./maintenance.ts";

/** A window that recurs more often than this within one span is cut off: nobody plans so. */
const maxOccurrences = 1000;

/** When windows that cover a sensor were, or will be, in force within a span; at its edges they may reach beyond it. */
export function maintenanceWithin(
  windows: readonly MaintenanceWindow[],
  subject: MaintenanceSubject,
  span: TimeSpan,
): TimeSpan[] {
  return windows
    .filter((window) => covers(window, subject))
    .flatMap((window) => occurrencesWithin(window, span));
}

function occurrencesWithin(window: MaintenanceWindow, { fromAt, toAt }: TimeSpan): TimeSpan[] {
  const { startsAt, endsAt, cron, timeZone, durationMin } = window;
  if (startsAt !== null && endsAt !== null) {
    return startsAt < toAt && endsAt > fromAt ? [{ fromAt: startsAt, toAt: endsAt }] : [];
  }
  if (cron === null || durationMin === null) return [];
  const lengthMs = durationMin * 60_000;
  const times = cronTimes(cron, timeZone);
  const found: TimeSpan[] = [];
  let at = times.after(fromAt - lengthMs);
  while (at !== null && at < toAt && found.length < maxOccurrences) {
    found.push({ fromAt: at, toAt: at + lengthMs });
    at = times.after(at);
  }
  return found;
}
