import { splitSettings } from "#monitor/sensors";
import { type Path, type WrittenItem, isMapping, withoutEmpty } from "#platform/declarations";
import type { DeclaredCollector, DeclaredMaintenance } from "./configuration.ts";
import type { ExistingSensor } from "./diff-configuration.ts";

/** The entry of `collectors`. */
export function writeCollector({ name, allow, deny }: DeclaredCollector): WrittenItem {
  return { item: { name, ...writeTargetLists({ allow, deny }) }, secrets: [] };
}

/** `targets`, unless both lists are empty. */
function writeTargetLists(lists: { allow: readonly string[]; deny: readonly string[] }) {
  const targets = withoutEmpty(lists);
  return Object.keys(targets).length === 0 ? {} : { targets };
}

/** The entry of `sensors`. */
export function writeSensor(sensor: ExistingSensor): WrittenItem {
  const { type } = sensor;
  const { settings, secrets } = splitSettings(type, sensor.settings);
  const hasSettings = Object.keys(settings).length > 0 || secrets !== null;
  return {
    item: {
      name: sensor.name,
      type,
      target: sensor.target,
      intervalSec: sensor.intervalSec,
      failuresBeforeDown: sensor.failuresBeforeDown,
      successesBeforeUp: sensor.successesBeforeUp,
      enabled: sensor.enabled,
      ...withoutEmpty({
        company: sensor.company,
        collector: sensor.collector,
        parent: sensor.parent,
        tags: sensor.tags,
      }),
      ...(hasSettings ? { [type]: settings } : {}),
      ...withoutEmpty({ interfaces: sensor.interfaces, host: sensor.host }),
    },
    secrets: placesOf(secrets ?? {}, [type]),
  };
}

function placesOf(secrets: Readonly<Record<string, unknown>>, path: Path): Path[] {
  return Object.entries(secrets).flatMap(([key, value]) =>
    isMapping(value) ? placesOf(value, [...path, key]) : [[...path, key]],
  );
}

/** The entry of `maintenance`. */
export function writeMaintenance(window: DeclaredMaintenance): WrittenItem {
  const { name, startsAt, endsAt, cron, timeZone, durationMin } = window;
  const when =
    startsAt !== null && endsAt !== null
      ? { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() }
      : { cron, timezone: timeZone, durationMin };
  const { sensors, tags, companies } = window;
  return { item: { name, ...when, ...withoutEmpty({ sensors, tags, companies }) }, secrets: [] };
}
