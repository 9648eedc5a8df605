import {
  type DocumentReader,
  type Path,
  type SourceMapping,
  type Violation,
  findNetworkFaults,
  findViolations,
  readList,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import type { Configuration, DeclaredCollector, DeclaredMaintenance } from "./configuration.ts";
import { type DeclaredNames, addNames } from "./declared-names.ts";
import { collectorSchema } from "./item-schemas.ts";
import { readMaintenance } from "./read-maintenance.ts";
import { type SensorRules, readSensor } from "./read-sensor.ts";

/** Everything that the files say about the monitoring of one tenant. */
export interface MonitorDeclaration {
  /** What is valid; complete when there are no problems. */
  configuration: {
    collectors: DeclaredCollector[];
    sensors: Configuration["sensors"][number][];
    maintenance: DeclaredMaintenance[];
  };
  /** Every name that is declared or referred to, also by entries that are not valid. */
  names: DeclaredNames;
}

const lists = ["collectors", "sensors", "maintenance"] as const;

/** Reads what configuration files say about monitoring. */
export function createMonitorReader(rules: SensorRules): DocumentReader<MonitorDeclaration> {
  return {
    keys: lists,
    start: () => ({
      configuration: { collectors: [], sensors: [], maintenance: [] },
      names: { collectors: [], sensors: [], maintenance: [], references: [] },
    }),
    read: (document, declared) =>
      lists.flatMap((list) => readNamedList(list, document, declared, rules)),
  };
}

function readNamedList(
  list: (typeof lists)[number],
  document: SourceMapping,
  { configuration, names }: MonitorDeclaration,
  rules: SensorRules,
): Violation[] {
  const { items, violations } = readList(document, list, (item, path) =>
    readItem(list, item, path, configuration, rules),
  );
  addNames(names, list, items, document);
  return violations;
}

const collectorCheck = Compile(collectorSchema);

function readItem(
  list: (typeof lists)[number],
  item: unknown,
  path: Path,
  valid: MonitorDeclaration["configuration"],
  rules: SensorRules,
): Violation[] {
  if (list === "sensors") {
    const { sensor, violations } = readSensor(item, path, rules);
    if (sensor !== null) valid.sensors.push(sensor);
    return violations;
  }
  if (list === "maintenance") {
    const { window, violations } = readMaintenance(item, path);
    if (window !== null) valid.maintenance.push(window);
    return violations;
  }
  const violations = findViolations(collectorSchema, item, path);
  if (violations.length > 0 || !collectorCheck.Check(item)) return violations;
  const { allow = [], deny = [] } = item.targets ?? {};
  valid.collectors.push({ name: item.name, allow, deny });
  return [
    ...findNetworkFaults(allow, [...path, "targets", "allow"]),
    ...findNetworkFaults(deny, [...path, "targets", "deny"]),
  ];
}
