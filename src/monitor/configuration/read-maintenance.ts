import { cronTimes } from "#lib/cron-times";
import { MaintenanceDeclaration } from "#monitor/maintenance";
import {
  type Path,
  type Violation,
  findRepeats,
  findViolations,
  isMapping,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import type { DeclaredMaintenance } from "./configuration.ts";

type Item = Readonly<Record<string, unknown>>;

const schema = Compile(MaintenanceDeclaration);

/**
 * Reads one entry of `maintenance`.
 *
 * @returns the window, or `null` and everything that is wrong with it.
 */
export function readMaintenance(
  item: unknown,
  path: Path,
): { window: DeclaredMaintenance | null; violations: Violation[] } {
  const violations = findViolations(MaintenanceDeclaration, item, path);
  if (!isMapping(item)) return { window: null, violations };
  const { startsAt, endsAt } = readTimes(item, path, violations);
  violations.push(...scheduleFaults(item, path));
  for (const key of ["sensors", "tags", "companies"]) {
    violations.push(...findRepeats(item[key], [...path, key]));
  }
  if (violations.length > 0 || !schema.Check(item)) return { window: null, violations };
  const window = {
    name: item.name,
    startsAt,
    endsAt,
    cron: item.cron ?? null,
    timeZone: item.timezone ?? "UTC",
    durationMin: item.durationMin ?? null,
    sensors: item.sensors ?? [],
    tags: item.tags ?? [],
    companies: item.companies ?? [],
  };
  return { window, violations };
}

function readTimes(
  item: Item,
  path: Path,
  violations: Violation[],
): { startsAt: number | null; endsAt: number | null } {
  const read = (key: "startsAt" | "endsAt"): number | null => {
    const text = item[key];
    if (typeof text !== "string") return null;
    const time = parseTime(text);
    if (time === null) {
      const message = "must be a time with its zone, such as 2026-11-21T22:00:00Z or …T23:00+01:00";
      violations.push({ path: [...path, key], message });
    }
    return time;
  };
  const startsAt = read("startsAt");
  const endsAt = read("endsAt");
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    violations.push({ path: [...path, "endsAt"], message: "must lie after startsAt" });
  }
  return { startsAt, endsAt };
}

/** ISO 8601 with a zone, in epoch milliseconds; `null` for anything else, days such as 30 February included. */
function parseTime(text: string): number | null {
  const form = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  const day = form?.[1];
  if (day === undefined) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || time < 0 ? null : time;
}

/** A window is once (startsAt, endsAt) or recurring (cron, durationMin), never something of both. */
function scheduleFaults(item: Item, path: Path): Violation[] {
  const { cron, timezone = "UTC" } = item;
  const has = (key: string): boolean => Object.hasOwn(item, key);
  const once = has("startsAt") || has("endsAt");
  const recurring = has("cron") || has("durationMin");
  if (once === recurring || (once && has("timezone"))) {
    const message =
      "must have startsAt and endsAt (once), or cron, durationMin and timezone (recurring)";
    return [{ path, message }];
  }
  const needed = once ? (["startsAt", "endsAt"] as const) : (["cron", "durationMin"] as const);
  const missing = needed.filter((key) => !has(key));
  if (missing.length > 0) return [{ path, message: `${missing.join(" and ")} is missing` }];
  if (typeof cron !== "string" || typeof timezone !== "string") return [];
  try {
    cronTimes(cron, timezone);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: [...path, "cron"], message: `is no schedule: ${error.message}` }];
  }
}
