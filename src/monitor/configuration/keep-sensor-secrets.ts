import type { CheckType } from "#engines/check-types";
import { parseHostPort } from "#lib/ip";
import { type Settings, keepSecrets, splitSettings } from "#monitor/sensors";
import { type Path, type Violation, isMapping } from "#platform/declarations";
import { isLevel, usedAt } from "./check-settings.ts";
import type { ExistingSensor } from "./diff-configuration.ts";

/** A sensor as it is: what it asks whom, and with which credentials. */
export type SensorBefore = Pick<ExistingSensor, "type" | "target" | "settings">;

/**
 * A sensor's entry with the credentials that it leaves out, as long as they are of use to what it has become. They are not
 * sent elsewhere than before: for another target each must be given again, and also for another collector, to which the
 * same address may be another host, and for a server that proves in another way, or no more, who it is.
 *
 * @param isSameCollector whether the collector that polled it is the one that will.
 * @returns faults: at each credential that would have to be kept for another place.
 */
export function keepSensorSecrets(
  before: SensorBefore,
  item: Readonly<Record<string, unknown>>,
  isSameCollector: boolean,
): { item: Readonly<Record<string, unknown>>; faults: Violation[] } {
  const { type } = before;
  const after = item[type];
  if (item["type"] !== type || !isMapping(after)) return { item, faults: [] };
  const secrets = splitSettings(type, before.settings).secrets ?? {};
  const useful = Object.entries(secrets).filter(([key]) => isUseful(key, before.settings, after));
  const kept = keepSecrets(type, Object.fromEntries(useful), after);
  const filled = { ...item, [type]: kept };
  const why = whyElsewhere(before, item["target"], after, isSameCollector);
  if (why === null) return { item: filled, faults: [] };
  return {
    item: filled,
    faults: missingPlaces(splitSettings(type, kept).secrets ?? {}, after, [type]).map((path) => ({
      path,
      message: `must be given again: ${why}, and what is kept is not sent elsewhere`,
    })),
  };
}

function whyElsewhere(
  { type, target, settings }: SensorBefore,
  targetAfter: unknown,
  after: Settings,
  isSameCollector: boolean,
): string | null {
  if (!isSamePlace(type, target, targetAfter)) return "the target has changed";
  if (!isSameCollector) return "another collector would send it";
  const isVerified = after["verify"] !== false;
  const wasVerified = settings["verify"] !== false;
  if (!isVerified) return wasVerified ? "the certificate would no longer be verified" : null;
  // Before, whatever certificate was good enough: no authority can make that worse.
  if (!wasVerified || (settings["ca"] ?? null) === (after["ca"] ?? null)) return null;
  return "another authority would vouch for the server";
}

/** Where one holds something that the other does not. */
function missingPlaces(secrets: Settings, given: unknown, path: Path): Path[] {
  const there = isMapping(given) ? given : {};
  return Object.entries(secrets).flatMap(([key, value]) => {
    const own = Object.hasOwn(there, key) ? there[key] : undefined;
    if (isMapping(value)) return missingPlaces(value, own, [...path, key]);
    return own === undefined ? [[...path, key]] : [];
  });
}

/** Whether both targets are the same host and port; of addresses, the same scheme as well: one may be in clear. */
function isSamePlace(type: CheckType, before: string, after: unknown): boolean {
  if (before === after) return true;
  return typeof after === "string" && placeOf(type, before) === placeOf(type, after);
}

/** Without a place, as of a target that cannot be read, it is that text itself. */
function placeOf(type: CheckType, target: string): string {
  if (type === "http") return URL.parse(target)?.origin ?? target;
  try {
    const { host, port } = parseHostPort(target, 161);
    return JSON.stringify([host.toLowerCase(), port]);
  } catch {
    return target;
  }
}

function isUseful(key: string, before: Settings, after: Settings): boolean {
  // One way to say who asks takes the place of the other.
  if (key === "bearerToken") return !isMapping(after["basicAuth"]);
  if (key === "community") return after["version"] !== 3;
  if (key !== "authPassword" && key !== "privPassword") return true;
  const level = after["level"] ?? before["level"];
  return after["version"] === 3 && isLevel(level) && usedAt[level].includes(key);
}
