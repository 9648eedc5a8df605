import { ownZone } from "../../kit/own-zone.ts";

/** What an input of type `datetime-local` holds for a moment: the viewer's clock, to the minute. */
export function localInput(at: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: ownZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "00";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The moment that such an input says, as a configuration file has it; `undefined`: it is empty. */
export function timeOfInput(text: string): string | undefined {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
