import {
  type DocumentReader,
  type Path,
  type SourceMapping,
  type Violation,
  findNetworkFaults,
  findViolations,
  isMapping,
  readList,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import type {
  DeclaredAudit,
  DeclaredBundle,
  DeclaredDirectory,
  DeclaredProbe,
  DeclaredScan,
  DeclaredSite,
} from "./configuration.ts";
import { type DeclaredNames, type List, addNames, lists, noNames } from "./declared-names.ts";
import { probeSchema, siteSchema } from "./item-schemas.ts";
import { findZoneFaults } from "./find-zone-faults.ts";
import { readAudit } from "./read-audit.ts";
import { readBundle } from "./read-bundle.ts";
import { readDirectory } from "./read-directory.ts";
import { readScan } from "./read-scan.ts";

/** Everything that the files say about the exposure service of one tenant. */
export interface ExposureDeclaration {
  /** What is valid; complete when there are no problems. */
  configuration: {
    sites: DeclaredSite[];
    probes: DeclaredProbe[];
    scans: DeclaredScan[];
    bundles: DeclaredBundle[];
    audits: DeclaredAudit[];
    directories: DeclaredDirectory[];
  };
  /** Every name that is declared or referred to, also by entries that are not valid. */
  names: DeclaredNames;
}

/** Reads what configuration files say about sites, probes, scans, bundles, audits and directories. */
export function createExposureReader(): DocumentReader<ExposureDeclaration> {
  return {
    keys: lists,
    start: () => ({
      configuration: { sites: [], probes: [], scans: [], bundles: [], audits: [], directories: [] },
      names: noNames(),
    }),
    read: (document, declared) => lists.flatMap((list) => readNamedList(list, document, declared)),
  };
}

function readNamedList(
  list: List,
  document: SourceMapping,
  { configuration, names }: ExposureDeclaration,
): Violation[] {
  const readItem = {
    sites: readSite,
    probes: readProbe,
    scans: addScan,
    bundles: addBundle,
    audits: addAudit,
    directories: addDirectory,
  }[list];
  const { items, violations } = readList(document, list, (item, path) =>
    readItem(item, path, configuration, document),
  );
  addNames(names, list, items, document);
  return violations;
}

const siteCheck = Compile(siteSchema);

function readSite(
  item: unknown,
  path: Path,
  valid: ExposureDeclaration["configuration"],
): Violation[] {
  const violations = findViolations(siteSchema, item, path);
  if (isMapping(item)) {
    violations.push(
      ...findNetworkFaults(item["subnets"], [...path, "subnets"]),
      ...findZoneFaults(item["timezone"], [...path, "timezone"]),
    );
  }
  if (siteCheck.Check(item)) {
    const { name, company = null, subnets = [], timezone: timeZone = "UTC" } = item;
    valid.sites.push({ name, company, subnets, timeZone });
  }
  return violations;
}

const probeCheck = Compile(probeSchema);

function readProbe(
  item: unknown,
  path: Path,
  valid: ExposureDeclaration["configuration"],
): Violation[] {
  const violations = findViolations(probeSchema, item, path);
  if (isMapping(item) && isMapping(item["targets"])) {
    const { allow, deny } = item["targets"];
    violations.push(
      ...findNetworkFaults(allow, [...path, "targets", "allow"]),
      ...findNetworkFaults(deny, [...path, "targets", "deny"]),
    );
  }
  if (probeCheck.Check(item)) {
    const { name, company = null, targets: { allow = [], deny = [] } = {} } = item;
    valid.probes.push({ name, company, allow, deny });
  }
  return violations;
}

function addScan(
  item: unknown,
  path: Path,
  valid: ExposureDeclaration["configuration"],
): Violation[] {
  const { scan, violations } = readScan(item, path);
  if (scan !== null) valid.scans.push(scan);
  return violations;
}

function addBundle(
  item: unknown,
  path: Path,
  valid: ExposureDeclaration["configuration"],
  document: SourceMapping,
): Violation[] {
  const { bundle, violations } = readBundle(item, path, document);
  if (bundle !== null) valid.bundles.push(bundle);
  return violations;
}

function addAudit(
  item: unknown,
  path: Path,
  valid: ExposureDeclaration["configuration"],
): Violation[] {
  const { audit, violations } = readAudit(item, path);
  if (audit !== null) valid.audits.push(audit);
  return violations;
}

function addDirectory(
  item: unknown,
  path: Path,
  valid: ExposureDeclaration["configuration"],
  document: SourceMapping,
): Violation[] {
  const { directory, violations } = readDirectory(item, path, document);
  if (directory !== null) valid.directories.push(directory);
  return violations;
}
