import { createHash } from "node:crypto";
import * as exposure from "#exposure/configuration";
import * as monitor from "#monitor/configuration";
import { type WrittenItem, formatPointer } from "#platform/declarations";
import type { ExistingTenant } from "#processes/apply";
import type { DeclarationList } from "./list.ts";

/** An item as it would stand in a configuration file, and under which id it is kept. */
export interface DeclaredItem {
  id: string;
  item: Readonly<Record<string, unknown>>;
  /** JSON pointers of what is kept and not shown. */
  secrets: string[];
  /** Another one whenever anything of it that is shown is another. */
  version: string;
}

/** The ids of all that a list has, by the names under which it is declared. */
export function idsOf(list: DeclarationList, existing: ExistingTenant): Map<string, string> {
  const { monitor: ofMonitor, exposure: ofExposure } = existing;
  switch (list) {
    case "companies":
      return new Map(existing.companies.map(({ id, name }) => [name, id]));
    case "collectors":
    case "sensors":
      return ids(ofMonitor[list]);
    case "maintenance":
      return new Map(ofMonitor.windowIds);
    case "probes":
      return new Map(
        [...ofExposure.probeIds].flatMap(([name, id]) => (name === null ? [] : [[name, id]])),
      );
    case "bundles":
      return new Map(ofExposure.bundleIds);
    default:
      return ids(ofExposure[list]);
  }
}

function ids(rows: ReadonlyMap<string, { id: string }>): Map<string, string> {
  return new Map([...rows].map(([name, { id }]) => [name, id]));
}

/** The item of that name, which is there. */
export function writeItem(
  list: DeclarationList,
  existing: ExistingTenant,
  name: string,
): Omit<DeclaredItem, "id"> {
  const { item, secrets } = write(list, existing, name);
  return {
    item,
    secrets: secrets.map(formatPointer),
    version: createHash("sha256").update(JSON.stringify(item)).digest("base64url").slice(0, 22),
  };
}

function write(list: DeclarationList, existing: ExistingTenant, name: string): WrittenItem {
  const ofMonitor = existing.monitor.configuration;
  const ofExposure = existing.exposure.configuration;
  switch (list) {
    case "companies":
      return { item: { name }, secrets: [] };
    case "sensors":
      return monitor.writeSensor(
        there(ofMonitor.sensors.find(({ declaredAs }) => declaredAs === name)),
      );
    case "collectors":
      return monitor.writeCollector(named(ofMonitor.collectors, name));
    case "maintenance":
      return monitor.writeMaintenance(named(ofMonitor.maintenance, name));
    case "sites":
      return exposure.writeSite(named(ofExposure.sites, name));
    case "probes":
      return exposure.writeProbe(named(ofExposure.probes, name));
    case "scans":
      return exposure.writeScan(named(ofExposure.scans, name));
    case "bundles":
      return exposure.writeBundle(named(ofExposure.bundles, name));
    case "audits":
      return exposure.writeAudit(named(ofExposure.audits, name));
    case "directories":
      return exposure.writeDirectory(named(ofExposure.directories, name));
  }
}

function named<T extends { name: string }>(items: readonly T[], name: string): T {
  return there(items.find((item) => item.name === name));
}

/** Its name was found among the ids: one that is not there is a defect. */
function there<T>(item: T | undefined): T {
  if (item === undefined) throw new Error("an item has an id and is nowhere");
  return item;
}
