import type { TimeSpan } from "#lib/time-spans";
import {
  type MaintenanceSubject,
  type MaintenanceWindow,
  covers,
  parseCron,
} from "./maintenance.ts";

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
  const schedule = parseCron(cron, timeZone);
  const found: TimeSpan[] = [];
  // croner looks strictly behind its reference, in whole seconds.
  let at = schedule.nextRun(new Date(fromAt - lengthMs - 1000))?.getTime();
  while (at !== undefined && at < toAt && found.length < maxOccurrences) {
    if (at + lengthMs > fromAt) found.push({ fromAt: at, toAt: at + lengthMs });
    at = schedule.nextRun(new Date(at))?.getTime();
  }
  return found;
}
