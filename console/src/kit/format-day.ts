import { language } from "../text/text.ts";

const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });

/** A day that is the same in all zones, such as a deadline of a catalogue; of midnight in UTC. */
export function formatDay(at: number): string {
  return day.format(at);
}
