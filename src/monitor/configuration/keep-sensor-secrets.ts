import { type Settings, keepSecrets, splitSettings } from "#monitor/sensors";
import { isMapping } from "#platform/declarations";
import { isLevel, usedAt } from "./check-settings.ts";
import type { ExistingSensor } from "./diff-configuration.ts";

/**
 * A sensor's entry with the credentials that it leaves out, as long as they are of use to what it has become.
 *
 * @param before the sensor as it is.
 */
export function keepSensorSecrets(
  before: Pick<ExistingSensor, "type" | "settings">,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { type } = before;
  const after = item[type];
  if (item["type"] !== type || !isMapping(after)) return item;
  const secrets = splitSettings(type, before.settings).secrets ?? {};
  const useful = Object.entries(secrets).filter(([key]) => isUseful(key, before.settings, after));
  return { ...item, [type]: keepSecrets(type, Object.fromEntries(useful), after) };
}

function isUseful(key: string, before: Settings, after: Settings): boolean {
  // One way to say who asks takes the place of the other.
  if (key === "bearerToken") return !isMapping(after["basicAuth"]);
  if (key === "community") return after["version"] !== 3;
  if (key !== "authPassword" && key !== "privPassword") return true;
  const level = after["level"] ?? before["level"];
  return after["version"] === 3 && isLevel(level) && usedAt[level].includes(key);
}
