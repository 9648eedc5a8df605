import { language } from "../text/text.ts";

/** A time by the clocks of a zone, with the day of the week: `Mon, 3 Aug 2026, 03:00 CEST`. */
export function formatExactIn(at: number, zone: string): string {
  const parts = {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  } as const;
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: zone }).format(at);
}
