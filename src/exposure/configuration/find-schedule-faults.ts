import { scheduleFault } from "#exposure/schedules";
import type { Path, Violation } from "#platform/declarations";
import { findZoneFaults } from "./find-zone-faults.ts";

/** What is wrong with an entry's `schedule` and `timezone`; what is no text is the schema's business. */
export function findScheduleFaults(
  item: Readonly<Record<string, unknown>>,
  path: Path,
): Violation[] {
  const { schedule, timezone } = item;
  const found = findZoneFaults(timezone, [...path, "timezone"]);
  const isText = typeof schedule === "string" && schedule !== "";
  const fault = isText ? scheduleFault(schedule, "UTC") : null;
  if (fault !== null) found.push({ path: [...path, "schedule"], message: fault });
  if (Object.hasOwn(item, "timezone") && !Object.hasOwn(item, "schedule")) {
    const message = "has no meaning without a schedule; leave it out";
    found.push({ path: [...path, "timezone"], key: true, message });
  }
  return found;
}
