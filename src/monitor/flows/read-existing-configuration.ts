import { embeddedCollectorName } from "#monitor/collectors";
import type { ExistingConfiguration, ExistingSensor } from "#monitor/configuration";
import { type KeptWindow, listMaintenanceWindows } from "#monitor/maintenance";
import {
  type SensorDeclarationRow,
  type Settings,
  listSensorDeclarations,
  openSettings,
} from "#monitor/sensors";
import type { Company } from "#platform/companies";
import type { SealedBox } from "#platform/crypto";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import { type CollectorRow, listCollectorRows } from "./existing-configuration.queries.ts";

/** What a tenant has for its monitoring, and under which ids. */
export interface Existing {
  configuration: ExistingConfiguration;
  collectors: ReadonlyMap<string, CollectorRow>;
  /** Declared sensors, by the name under which they are declared. */
  sensors: ReadonlyMap<string, SensorDeclarationRow>;
  windowIds: ReadonlyMap<string, string>;
}

/** A tenant that is yet to be made: it has nothing but the collector inside the server. */
export function nothingYet(): Existing {
  const embedded = { name: embeddedCollectorName, allow: [], deny: [], embedded: true };
  return {
    configuration: {
      collectors: [embedded],
      sensors: [],
      maintenance: [],
      undeclared: {
        billable: 0,
        companies: new Set(),
        collectors: new Set(),
        parents: new Set(),
      },
    },
    collectors: new Map(),
    sensors: new Map(),
    windowIds: new Map(),
  };
}

/**
 * Reads what a tenant has, in the words of a configuration file.
 *
 * @param db a transaction, so that all of it is of one moment.
 * @returns sensors that open their credentials when these are looked at; they throw a Problem when the secret key file is
 * not this installation's.
 */
export async function readExistingConfiguration(
  db: Queryable,
  tenantId: string,
  companies: readonly Company[],
  box: SealedBox,
): Promise<Existing> {
  const [collectors, sensors, windows] = await Promise.all([
    listCollectorRows(db, tenantId),
    listSensorDeclarations(db, tenantId),
    listMaintenanceWindows(db, tenantId),
  ]);
  const names = {
    company: new Map(companies.map(({ id, name }) => [id, name])),
    collector: new Map(collectors.map(({ id, name, embedded }) => [id, embedded ? null : name])),
    sensor: new Map(sensors.map(({ id, name, declaredAs }) => [id, declaredAs ?? name])),
  };
  const declared = sensors.filter((sensor) => sensor.declaredAs !== null);
  const undeclared = sensors.filter((sensor) => sensor.declaredAs === null);
  const hasEmbedded = collectors.some(({ embedded }) => embedded);
  return {
    configuration: {
      collectors: hasEmbedded
        ? collectors
        : [...collectors, ...nothingYet().configuration.collectors],
      sensors: declared.map((row) => toDeclared(row, names, box)),
      maintenance: windows.map((window) => toDeclaration(window, names)),
      undeclared: {
        billable: sum(undeclared.map((row) => (row.type === "snmp" ? row.parts : 1))),
        companies: namesOf(undeclared.map((row) => names.company.get(row.companyId ?? ""))),
        collectors: namesOf(undeclared.map((row) => names.collector.get(row.collectorId))),
        parents: namesOf(undeclared.map((row) => names.sensor.get(row.parentId ?? ""))),
      },
    },
    collectors: new Map(collectors.map((row) => [row.name, row])),
    sensors: new Map(declared.map((row) => [row.declaredAs ?? row.name, row])),
    windowIds: new Map(windows.map(({ id, name }) => [name, id])),
  };
}

interface Names {
  company: ReadonlyMap<string, string>;
  /** `null`: the embedded one, which files do not name. */
  collector: ReadonlyMap<string, string | null>;
  sensor: ReadonlyMap<string, string>;
}

function toDeclared(row: SensorDeclarationRow, names: Names, box: SealedBox): ExistingSensor {
  let opened: Settings | undefined;
  return {
    name: row.name,
    declaredAs: row.declaredAs ?? row.name,
    type: row.type,
    target: row.target,
    enabled: row.enabled,
    intervalSec: row.intervalSec,
    failuresBeforeDown: row.failuresBeforeDown,
    successesBeforeUp: row.successesBeforeUp,
    company: names.company.get(row.companyId ?? "") ?? null,
    collector: names.collector.get(row.collectorId) ?? null,
    parent: names.sensor.get(row.parentId ?? "") ?? null,
    tags: row.tags,
    // Opening those of ten thousand takes a second of a slow processor, and one is compared as a rule.
    get settings() {
      opened ??= open(row, box);
      return opened;
    },
    interfaces: row.interfaces,
    host: row.host,
    volumes: row.volumes,
  };
}

function open(row: SensorDeclarationRow, box: SealedBox): Settings {
  try {
    return openSettings(box, row.id, row.settings, row.sealedSecrets);
  } catch (cause) {
    throw new Problem(
      "unavailable",
      `The credentials of sensor ${JSON.stringify(row.name)} do not open: the secret key file is not the one ` +
        "that this installation was made with. Put that one back (VEDETTE_SECRET_KEY_FILE, or secret.key in the data directory).",
      { cause },
    );
  }
}

function toDeclaration(
  window: KeptWindow,
  names: Names,
): ExistingConfiguration["maintenance"][number] {
  const { name, startsAt, endsAt, cron, timeZone, durationMin, tags } = window;
  return {
    name,
    startsAt,
    endsAt,
    cron,
    timeZone,
    durationMin,
    sensors: window.sensorIds.map((id) => names.sensor.get(id) ?? id),
    tags,
    companies: window.companyIds.map((id) => names.company.get(id) ?? id),
  };
}

function namesOf(names: readonly (string | null | undefined)[]): Set<string> {
  return new Set(names.filter((name) => name !== null && name !== undefined));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
