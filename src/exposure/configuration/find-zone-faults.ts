import { isTimeZone } from "#lib/time-zone";
import type { Path, Violation } from "#platform/declarations";

/** What is wrong with a time zone; what is no text is the schema's business. */
export function findZoneFaults(timeZone: unknown, path: Path): Violation[] {
  if (typeof timeZone !== "string" || timeZone === "" || isTimeZone(timeZone)) return [];
  return [{ path, message: "is no time zone; write a name such as Europe/Berlin" }];
}
