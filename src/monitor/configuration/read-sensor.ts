import { type CheckType, checkTypes } from "#engines/check-types";
import type { DeclaredSensor } from "#monitor/sensors";
import {
  type Path,
  type Violation,
  findRepeats,
  findViolations,
  isMapping,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import { findSettingsFaults, impliedLevel } from "./check-settings.ts";
import { targetFault } from "./check-target.ts";
import { defaultIntervalSec } from "./configuration.ts";
import { sensorSchemas } from "./item-schemas.ts";

/** What the installation lays down for every sensor. */
export interface SensorRules {
  /** The lowest interval that a configuration file may ask for, in seconds. */
  minIntervalSec: number;
}

const schemas = {
  icmp: Compile(sensorSchemas.icmp),
  tcp: Compile(sensorSchemas.tcp),
  tls: Compile(sensorSchemas.tls),
  http: Compile(sensorSchemas.http),
  snmp: Compile(sensorSchemas.snmp),
};

/**
 * Reads one entry of `sensors`.
 *
 * @returns the sensor with its defaults, or `null` and everything that is wrong with it.
 */
export function readSensor(
  item: unknown,
  path: Path,
  rules: SensorRules,
): { sensor: DeclaredSensor | null; violations: Violation[] } {
  const refuse = (violations: Violation[]) => ({ sensor: null, violations });
  if (item === undefined) return refuse([]);
  if (!isMapping(item)) {
    return refuse([{ path, message: "must be a mapping with name, type and target" }]);
  }
  const type = checkTypes.find((known) => known === item["type"]);
  if (type === undefined) return refuse([typeFault(item, path)]);

  const { fitting, violations } = withoutMisplacedKeys(type, item, path);
  violations.push(...findViolations(sensorSchemas[type], fitting, path));
  violations.push(...sensorFaults(type, fitting, path, rules));
  if (violations.length > 0 || holdsRefused(fitting)) return refuse(violations);
  return { sensor: complete(fitting, rules), violations };
}

/** A value that was refused where it was read stands here as `undefined`; its place has been told already. */
function holdsRefused(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined;
  return Object.values(value).some(holdsRefused);
}

function typeFault(item: Readonly<Record<string, unknown>>, path: Path): Violation {
  const types = checkTypes.join(", ");
  return Object.hasOwn(item, "type")
    ? { path: [...path, "type"], message: `must be one of ${types}` }
    : { path, message: `type is missing: one of ${types}` };
}

/** `http:` on a sensor of type tcp deserves a better word than "unknown key". */
function withoutMisplacedKeys(
  type: CheckType,
  item: Readonly<Record<string, unknown>>,
  path: Path,
): { fitting: Readonly<Record<string, unknown>>; violations: Violation[] } {
  const homes = new Map<string, string>(checkTypes.map((known) => [known, known]));
  homes.set("interfaces", "snmp").set("host", "snmp");
  const violations: Violation[] = [];
  const fitting = Object.entries(item).filter(([key]) => {
    const home = homes.get(key);
    if (home === undefined || home === type) return true;
    const message = `belongs to sensors of type ${home}, and this one is of type ${type}`;
    violations.push({ path: [...path, key], key: true, message });
    return false;
  });
  return { fitting: Object.fromEntries(fitting), violations };
}

function complete(item: unknown, rules: SensorRules): DeclaredSensor {
  if (schemas.icmp.Check(item)) return withDefaults(item, item.icmp ?? {}, rules);
  if (schemas.tcp.Check(item)) return withDefaults(item, item.tcp ?? {}, rules);
  if (schemas.tls.Check(item)) return withDefaults(item, item.tls ?? {}, rules);
  if (schemas.http.Check(item)) return withDefaults(item, item.http ?? {}, rules);
  if (schemas.snmp.Check(item)) {
    const { snmp, interfaces = [], host = [] } = item;
    const settings =
      snmp.version === 3 ? { ...snmp, level: snmp.level ?? impliedLevel(snmp) } : snmp;
    return { ...withDefaults(item, settings, rules), interfaces, host };
  }
  throw new Error("findViolations found nothing in a sensor that its schema refuses");
}

/** The keys that every type has. */
interface CommonItem {
  name: string;
  type: CheckType;
  target: string;
  intervalSec?: number;
  failuresBeforeDown?: number;
  successesBeforeUp?: number;
  enabled?: boolean;
  company?: string;
  collector?: string;
  parent?: string;
  tags?: string[];
}

function withDefaults(
  item: CommonItem,
  settings: DeclaredSensor["settings"],
  rules: SensorRules,
): DeclaredSensor {
  return {
    name: item.name,
    type: item.type,
    target: item.target,
    enabled: item.enabled ?? true,
    intervalSec: item.intervalSec ?? Math.max(defaultIntervalSec, rules.minIntervalSec),
    failuresBeforeDown: item.failuresBeforeDown ?? 3,
    successesBeforeUp: item.successesBeforeUp ?? 2,
    company: item.company ?? null,
    collector: item.collector ?? null,
    parent: item.parent ?? null,
    tags: item.tags ?? [],
    settings,
    interfaces: [],
    host: [],
  };
}

/** What a schema cannot say. Values of another type than they should have are the schema's business. */
function sensorFaults(
  type: CheckType,
  item: Readonly<Record<string, unknown>>,
  path: Path,
  rules: SensorRules,
): Violation[] {
  const found: Violation[] = [];
  const { target, intervalSec, [type]: settings } = item;
  if (typeof target === "string" && target !== "") {
    const fault = targetFault(type, target);
    if (fault !== null) found.push({ path: [...path, "target"], message: fault });
  }
  if (typeof intervalSec === "number" && intervalSec >= 1 && intervalSec < rules.minIntervalSec) {
    const message = `must be at least ${rules.minIntervalSec}, the floor that VEDETTE_MIN_INTERVAL_SEC sets`;
    found.push({ path: [...path, "intervalSec"], message });
  }
  if (isMapping(settings)) found.push(...findSettingsFaults(type, settings, [...path, type]));
  for (const key of ["tags", "interfaces", "host"]) {
    found.push(...findRepeats(item[key], [...path, key]));
  }
  return found;
}
