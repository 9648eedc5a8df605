import { cronTimes } from "#lib/cron-times";

/** One window as declared. Either once (`startsAt`, `endsAt`) or recurring (`cron`, `durationMin`). */
export interface MaintenanceWindow {
  readonly name: string;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  /** Five fields, in `timeZone` (IANA). */
  readonly cron: string | null;
  readonly timeZone: string;
  readonly durationMin: number | null;
  /** It covers a sensor that is in any of these; all empty: every sensor of the tenant. */
  readonly sensorIds: readonly string[];
  readonly tags: readonly string[];
  readonly companyIds: readonly string[];
}

/** What of a sensor decides whether a window covers it. */
export interface MaintenanceSubject {
  readonly id: string;
  readonly tags: readonly string[];
  readonly companyId: string | null;
}

/** `active` names the window that covers the moment; `endedAt` is when the latest one before it ended. */
export interface Maintenance {
  readonly active: string | null;
  readonly endedAt: number | null;
}

/** A stretch of time in which nothing changes: one occurrence and the pause after it, up to the next occurrence. */
interface Occurrence {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly nextAt: number;
}

/** Answers for many sensors and moments, working each window's calendar out once per occurrence. */
export interface MaintenanceCalendar {
  at(subject: MaintenanceSubject, time: number): Maintenance;
}

const calm: Maintenance = Object.freeze({ active: null, endedAt: null });

/** @throws RangeError for a cron pattern or time zone that does not exist; declarations are checked before they are kept. */
export function maintenanceCalendar(windows: readonly MaintenanceWindow[]): MaintenanceCalendar {
  const calendars = windows.map((window) => ({ window, occurrenceAt: occurrences(window) }));
  return {
    at(subject, time) {
      if (calendars.length === 0) return calm;
      let active: string | null = null;
      let endedAt: number | null = null;
      for (const { window, occurrenceAt } of calendars) {
        if (!covers(window, subject)) continue;
        const occurrence = occurrenceAt(time);
        if (occurrence === null) continue;
        if (time < occurrence.endsAt) active ??= window.name;
        else endedAt = Math.max(endedAt ?? 0, occurrence.endsAt);
      }
      return { active, endedAt };
    },
  };
}

/** Whether a window is about a sensor. */
export function covers(window: MaintenanceWindow, subject: MaintenanceSubject): boolean {
  if (window.sensorIds.length === 0 && window.tags.length === 0 && window.companyIds.length === 0)
    return true;
  return (
    window.sensorIds.includes(subject.id) ||
    window.tags.some((tag) => subject.tags.includes(tag)) ||
    (subject.companyId !== null && window.companyIds.includes(subject.companyId))
  );
}

/** Returns a function that finds the latest occurrence that began at or before a time, or null. */
function occurrences(window: MaintenanceWindow): (time: number) => Occurrence | null {
  const { startsAt, endsAt } = window;
  if (startsAt !== null && endsAt !== null) {
    const once: Occurrence = { startsAt, endsAt, nextAt: Number.POSITIVE_INFINITY };
    return (time) => (time >= startsAt ? once : null);
  }
  if (window.cron === null || window.durationMin === null) {
    throw new RangeError(`maintenance ${window.name}: neither a time nor a schedule`);
  }
  const times = cronTimes(window.cron, window.timeZone);
  const lengthMs = window.durationMin * 60_000;
  let last: Occurrence | null = null;
  let never = false;
  return (time) => {
    if (never) return null;
    if (last !== null && time >= last.startsAt && time < last.nextAt) return last;
    const startsAt = times.upTo(time);
    if (startsAt === null) {
      // No pattern names a year: what had not come by one time comes at none, and is costly to look for.
      never = true;
      return null;
    }
    const nextAt = times.after(startsAt) ?? Number.POSITIVE_INFINITY;
    last = { startsAt, endsAt: startsAt + lengthMs, nextAt };
    return last;
  };
}
