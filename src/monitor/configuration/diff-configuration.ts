import { isDeepStrictEqual } from "node:util";
import {
  type DeclaredSensor,
  type SensorDifference,
  declaredParts,
  diffSensor,
} from "#monitor/sensors";
import { type Prune, isPruned } from "#platform/declarations";
import type { Configuration, DeclaredCollector, DeclaredMaintenance } from "./configuration.ts";

/** A declared sensor as it is now. `name` is what it is called: the API may have renamed it. */
export interface ExistingSensor extends DeclaredSensor {
  /** The name under which the file declares it. */
  declaredAs: string;
  /** Volumes that a bare `storage` took in. */
  volumes: readonly string[];
}

export interface ExistingCollector extends DeclaredCollector {
  /** One of the server's own processes; a sensor that names no collector is polled by it. */
  embedded: boolean;
}

/** What a configuration file can say about a tenant's monitoring, as it is now. */
export interface ExistingConfiguration {
  collectors: readonly ExistingCollector[];
  /** Those that a file declared. */
  sensors: readonly ExistingSensor[];
  maintenance: readonly DeclaredMaintenance[];
  /** Sensors that no file declares: never touched, but counted, and what they use cannot be deleted. */
  undeclared: {
    billable: number;
    companies: ReadonlySet<string>;
    collectors: ReadonlySet<string>;
    /** Declared sensors, by the name in the file, that are parents of undeclared ones. */
    parents: ReadonlySet<string>;
  };
}

/** What must be done so that the installation is as the file says. */
export interface ConfigurationChanges {
  collectors: {
    create: DeclaredCollector[];
    update: { before: ExistingCollector; after: DeclaredCollector }[];
    delete: string[];
  };
  sensors: {
    create: DeclaredSensor[];
    update: { before: ExistingSensor; after: DeclaredSensor; differences: SensorDifference[] }[];
    delete: ExistingSensor[];
  };
  maintenance: { create: DeclaredMaintenance[]; update: DeclaredMaintenance[]; delete: string[] };
}

/** What else is to become of the tenant. */
export interface DiffOptions {
  /** What of that which the file does not mention is deleted. */
  prune: Prune;
  /** What the plan allows afterwards. */
  sensorLimit: number;
  deletedCompanies: readonly string[];
}

/**
 * Compares what is with what is wanted. What the file does not mention stays, unless `prune`.
 *
 * @returns the changes; with any refusal (a sentence each), nothing may be changed.
 */
export function diffConfiguration(
  existing: ExistingConfiguration,
  wanted: Configuration,
  options: DiffOptions,
): { changes: ConfigurationChanges; refusals: string[] } {
  const { prune } = options;
  const changes: ConfigurationChanges = {
    collectors: diffCollectors(existing, wanted, prune),
    sensors: diffSensors(existing, wanted, prune),
    maintenance: diffMaintenance(existing, wanted, prune),
  };
  const refusals = [
    ...refuseDeletions(existing, changes, options.deletedCompanies),
    ...refuseBeyondPlan(existing, changes, options.sensorLimit),
  ];
  return { changes, refusals };
}

function diffCollectors(
  existing: ExistingConfiguration,
  wanted: Configuration,
  prune: Prune,
): ConfigurationChanges["collectors"] {
  const before = new Map(existing.collectors.map((collector) => [collector.name, collector]));
  const after = new Set(wanted.collectors.map(({ name }) => name));
  const changes: ConfigurationChanges["collectors"] = { create: [], update: [], delete: [] };
  for (const collector of wanted.collectors) {
    const old = before.get(collector.name);
    if (old === undefined) changes.create.push(collector);
    else if (!isDeepStrictEqual([old.allow, old.deny], [collector.allow, collector.deny])) {
      changes.update.push({ before: old, after: collector });
    }
  }
  for (const { name, embedded } of existing.collectors) {
    if (embedded || after.has(name)) continue;
    if (isPruned(prune, "collectors", name)) changes.delete.push(name);
  }
  return changes;
}

function diffSensors(
  existing: ExistingConfiguration,
  wanted: Configuration,
  prune: Prune,
): ConfigurationChanges["sensors"] {
  const embedded = existing.collectors.find((collector) => collector.embedded)?.name;
  const before = new Map(existing.sensors.map((sensor) => [sensor.declaredAs, sensor]));
  const after = new Set(wanted.sensors.map(({ name }) => name));
  const changes: ConfigurationChanges["sensors"] = { create: [], update: [], delete: [] };
  for (const declared of wanted.sensors) {
    const sensor = declared.collector === embedded ? { ...declared, collector: null } : declared;
    const old = before.get(sensor.name);
    if (old === undefined) {
      changes.create.push(sensor);
      continue;
    }
    const differences = diffSensor(old, sensor);
    if (differences.length > 0) changes.update.push({ before: old, after: sensor, differences });
  }
  changes.delete = existing.sensors
    .filter(({ declaredAs }) => !after.has(declaredAs) && isPruned(prune, "sensors", declaredAs))
    .toSorted((a, b) => (a.declaredAs < b.declaredAs ? -1 : 1));
  return changes;
}

function diffMaintenance(
  existing: ExistingConfiguration,
  wanted: Configuration,
  prune: Prune,
): ConfigurationChanges["maintenance"] {
  const before = new Map(existing.maintenance.map((window) => [window.name, window]));
  const after = new Set(wanted.maintenance.map(({ name }) => name));
  return {
    create: wanted.maintenance.filter(({ name }) => !before.has(name)),
    update: wanted.maintenance.filter((window) => {
      const old = before.get(window.name);
      return old !== undefined && !isDeepStrictEqual(old, window);
    }),
    delete: existing.maintenance
      .map(({ name }) => name)
      .filter((name) => !after.has(name) && isPruned(prune, "maintenance", name)),
  };
}

function refuseDeletions(
  { undeclared }: ExistingConfiguration,
  changes: ConfigurationChanges,
  deletedCompanies: readonly string[],
): string[] {
  const stillUsed = "are still sensors that no file declares; move or delete those first";
  return [
    ...deletedCompanies
      .filter((name) => undeclared.companies.has(name))
      .map((name) => `Company ${JSON.stringify(name)} cannot be deleted: under it ${stillUsed}.`),
    ...changes.collectors.delete
      .filter((name) => undeclared.collectors.has(name))
      .map((name) => `Collector ${JSON.stringify(name)} cannot be deleted: on it ${stillUsed}.`),
    ...changes.sensors.delete
      .filter(({ declaredAs }) => undeclared.parents.has(declaredAs))
      .map(({ declaredAs }) => {
        return `Sensor ${JSON.stringify(declaredAs)} cannot be deleted: below it ${stillUsed}.`;
      }),
  ];
}

/** Lowering a plan below what is in use is fine; adding sensors beyond it is not. */
function refuseBeyondPlan(
  existing: ExistingConfiguration,
  { sensors }: ConfigurationChanges,
  limit: number,
): string[] {
  const before = sum(existing.sensors.map((sensor) => billable(sensor, sensor.volumes)));
  const added =
    sum(sensors.create.map((sensor) => billable(sensor, []))) +
    sum(sensors.update.map((it) => billable(it.after, it.before.volumes))) -
    sum(sensors.update.map((it) => billable(it.before, it.before.volumes))) -
    sum(sensors.delete.map((sensor) => billable(sensor, sensor.volumes)));
  const after = existing.undeclared.billable + before + added;
  if (added <= 0 || after <= limit) return [];
  return [
    `The plan allows ${limit} sensors; with this configuration there would be ${after} ` +
      `(${after - added} now, ${added} more). Interfaces and host aspects of SNMP sensors count as one each.`,
  ];
}

/** How much of the plan a sensor takes: one, or for SNMP one for each interface and host aspect. */
function billable(sensor: DeclaredSensor, volumes: readonly string[]): number {
  if (sensor.type !== "snmp") return 1;
  const parts = declaredParts(sensor);
  if (!sensor.host.includes("storage")) return parts.length;
  const named = new Set(parts.filter(({ kind }) => kind === "storage").map(({ name }) => name));
  return parts.length + volumes.filter((name) => !named.has(name)).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
