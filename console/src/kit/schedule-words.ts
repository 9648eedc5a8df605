import { language, t } from "../text/text.ts";

/** A schedule of a kind that people name by a word. Days of the week: 0 is Sunday. */
export type NamedSchedule =
  | { kind: "hourly"; minute: number }
  | { kind: "daily"; minute: number; hour: number }
  | { kind: "weekly"; minute: number; hour: number; days: readonly number[] }
  | { kind: "monthly"; minute: number; hour: number; day: number };

const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] as const;

/** Reads five-field cron; `null`: it is of no such kind, and can only be shown as it is. */
export function readSchedule(cron: string): NamedSchedule | null {
  const [minuteField = "", hourField = "", day = "", month = "", weekday = "", ...more] = cron
    .trim()
    .split(/\s+/);
  const minute = numberIn(minuteField, 0, 59);
  if (minute === null || month !== "*" || more.length > 0) return null;
  if (hourField === "*" && day === "*" && weekday === "*") return { kind: "hourly", minute };
  const hour = numberIn(hourField, 0, 23);
  if (hour === null) return null;
  if (day === "*" && weekday === "*") return { kind: "daily", minute, hour };
  if (day === "*") {
    const days = daysIn(weekday);
    return days === null ? null : { kind: "weekly", minute, hour, days };
  }
  const dayOfMonth = numberIn(day, 1, 31);
  if (dayOfMonth === null || weekday !== "*") return null;
  return { kind: "monthly", minute, hour, day: dayOfMonth };
}

/** Writes it as cron again. */
export function writeSchedule(schedule: NamedSchedule): string {
  const { kind, minute } = schedule;
  if (kind === "hourly") return `${minute} * * * *`;
  if (kind === "daily") return `${minute} ${schedule.hour} * * *`;
  if (kind === "monthly") return `${minute} ${schedule.hour} ${schedule.day} * *`;
  return `${minute} ${schedule.hour} * * ${schedule.days.join(",")}`;
}

/** A schedule in words: `Every day at 03:00`; what has none, as it is. */
export function scheduleWords(cron: string): string {
  const every = /^\*\/(\d+) \* \* \* \*$/.exec(cron.trim());
  if (every !== null) return t("schedule.everyMinutes", { count: Number(every[1]) });
  const schedule = readSchedule(cron);
  if (schedule === null) return cron;
  const { kind, minute } = schedule;
  if (kind === "hourly") return t("schedule.hourlyAt", { minute: twoDigits(minute) });
  const time = `${twoDigits(schedule.hour)}:${twoDigits(minute)}`;
  if (kind === "daily") return t("schedule.dailyAt", { time });
  if (kind === "monthly") return t("schedule.monthlyAt", { time, day: schedule.day });
  return t("schedule.weeklyAt", { time, days: listOfDays(schedule.days) });
}

/** What a day of the week is called; 0 is Sunday. */
export function weekdayName(day: number, style: "long" | "short" = "long"): string {
  // 4 January 1970 was a Sunday.
  const sunday = Date.UTC(1970, 0, 4);
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" });
  return format.format(sunday + day * 86_400_000);
}

function listOfDays(days: readonly number[]): string {
  if (days.join() === "1,2,3,4,5") return t("schedule.workingDays");
  const names = days.map((day) => weekdayName(day));
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

function daysIn(field: string): number[] | null {
  const days = new Set<number>();
  for (const part of field.split(",")) {
    const [first, last, ...more] = part.split("-").map(dayIn);
    if (first === undefined || first === null || last === null || more.length > 0) return null;
    for (let day = first; day <= (last ?? first); day += 1) days.add(day % 7);
  }
  return days.size === 0 ? null : [...days].toSorted((a, b) => a - b);
}

function dayIn(text: string): number | null {
  const named = dayNames.findIndex((name) => name === text.toUpperCase());
  return named === -1 ? numberIn(text, 0, 7) : named;
}

function numberIn(text: string, least: number, most: number): number | null {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
