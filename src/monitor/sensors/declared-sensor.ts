import { isDeepStrictEqual } from "node:util";
import type { CheckType } from "#engines/check-types";
import { type Settings, splitSettings } from "./secrets.ts";

/** A sensor as a configuration file declares it, with defaults filled in. What it refers to is named. */
export interface DeclaredSensor {
  /** Unique among the tenant's declared sensors, 1 to 200 characters. */
  name: string;
  type: CheckType;
  target: string;
  enabled: boolean;
  intervalSec: number;
  failuresBeforeDown: number;
  successesBeforeUp: number;
  company: string | null;
  /** `null`: the embedded one. */
  collector: string | null;
  parent: string | null;
  tags: readonly string[];
  /** What stands under `http:`, `snmp:` …, credentials included. */
  settings: Settings;
  /** snmp only. */
  interfaces: readonly string[];
  /** snmp only: `cpu`, `memory`, `uptime`, `storage`, `storage:NAME`. */
  host: readonly string[];
}

/** One thing in which a declared sensor is not as it was. Credentials are only said to differ. */
export type SensorDifference =
  | { field: string; from: unknown; to: unknown }
  | { field: "credentials" };

const plainFields = [
  "type",
  "target",
  "enabled",
  "intervalSec",
  "failuresBeforeDown",
  "successesBeforeUp",
  "company",
  "collector",
  "parent",
  "tags",
  "interfaces",
  "host",
] as const;

/**
 * What must change so that a sensor is as declared.
 *
 * @param before `name` is what it is called now: the API may have renamed it.
 */
export function diffSensor(before: DeclaredSensor, after: DeclaredSensor): SensorDifference[] {
  const differences: SensorDifference[] = [];
  const compare = (field: string, from: unknown, to: unknown): void => {
    if (!isDeepStrictEqual(from, to)) differences.push({ field, from, to });
  };
  compare("name", before.name, after.name);
  for (const field of plainFields) compare(field, before[field], after[field]);
  const old = splitSettings(before.type, before.settings);
  const fresh = splitSettings(after.type, after.settings);
  const sameType = before.type === after.type;
  for (const key of sameType ? keysOf(old.settings, fresh.settings) : []) {
    compare(`${after.type}.${key}`, old.settings[key] ?? null, fresh.settings[key] ?? null);
  }
  if (!isDeepStrictEqual(old.secrets, fresh.secrets)) differences.push({ field: "credentials" });
  return differences;
}

function keysOf(...settings: readonly Settings[]): string[] {
  return [...new Set(settings.flatMap((each) => Object.keys(each)))];
}

/** A billable part of an SNMP sensor, as its row is keyed. */
export interface SensorPart {
  kind: "interface" | "cpu" | "memory" | "storage" | "uptime";
  name: string;
}

/**
 * The parts that a declaration names. The volumes that a bare `storage` takes in are not among them: the intake adds
 * each when the device first offers it.
 */
export function declaredParts(sensor: Pick<DeclaredSensor, "interfaces" | "host">): SensorPart[] {
  const parts: SensorPart[] = sensor.interfaces.map((name) => ({ kind: "interface", name }));
  for (const aspect of sensor.host) {
    if (aspect === "cpu" || aspect === "memory" || aspect === "uptime") {
      parts.push({ kind: aspect, name: aspect });
    } else if (aspect.startsWith("storage:")) {
      parts.push({ kind: "storage", name: aspect.slice("storage:".length) });
    }
  }
  return parts;
}
