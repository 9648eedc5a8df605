import { isDeepStrictEqual } from "node:util";
import type {
  DeclaredProbe,
  DeclaredScan,
  DeclaredSite,
  ExposureConfiguration,
} from "./configuration.ts";

/** A site as the installation has it. */
export interface ExistingSite extends DeclaredSite {
  /** What is known of it, that would be without a place: assets and identity findings. */
  assets: number;
  identityFindings: number;
}

/** A probe as the installation has it. */
export interface ExistingProbe extends DeclaredProbe {
  /** One of the server's own processes; a scan that names no probe is carried out by it. */
  embedded: boolean;
}

/** A scan as it is; its time zone is the one that it goes by. */
export interface ExistingScan extends DeclaredScan {
  timeZone: string;
}

/** What a configuration file can say about a tenant's exposure service, as it is now. */
export interface ExistingConfiguration {
  sites: readonly ExistingSite[];
  probes: readonly ExistingProbe[];
  scans: readonly ExistingScan[];
}

/** One thing that differs, in the words of the file: `targets.allow`, `budget.totalPerSec`. */
export interface Difference {
  field: string;
  from: unknown;
  to: unknown;
}

interface Changes<T> {
  create: T[];
  update: { after: T; differences: Difference[] }[];
  /** Names. */
  delete: string[];
}

/** What must be done so that the installation is as the file says. */
export interface ConfigurationChanges {
  sites: Changes<DeclaredSite>;
  probes: Changes<DeclaredProbe>;
  scans: Changes<ExistingScan>;
}

/**
 * Compares what is with what is wanted. What the file does not mention stays, unless `prune`; but a probe inside the
 * server is never deleted.
 *
 * @returns the changes; with any refusal (a sentence each), nothing may be changed.
 */
export function diffConfiguration(
  existing: ExistingConfiguration,
  wanted: ExposureConfiguration,
  { prune }: { prune: boolean },
): { changes: ConfigurationChanges; refusals: string[] } {
  const embedded = existing.probes.find((probe) => probe.embedded)?.name;
  const zones = new Map(
    [...existing.sites, ...wanted.sites].map(({ name, timeZone }) => [name, timeZone]),
  );
  const scans = wanted.scans.map((scan): ExistingScan => ({
    ...scan,
    probe: scan.probe === embedded ? null : scan.probe,
    timeZone: scan.timeZone ?? zones.get(scan.site) ?? "UTC",
  }));
  const deletable = existing.probes.filter((probe) => !probe.embedded);
  const changes = {
    sites: diffList(existing.sites, wanted.sites, fieldsOfSite, prune ? existing.sites : []),
    probes: diffList(existing.probes, wanted.probes, fieldsOfProbe, prune ? deletable : []),
    scans: diffList(existing.scans, scans, fieldsOfScan, prune ? existing.scans : []),
  };
  return { changes, refusals: refuseDeletions(existing, changes.sites.delete) };
}

function diffList<T extends { name: string }>(
  existing: readonly T[],
  wanted: readonly T[],
  fieldsOf: (item: T) => Readonly<Record<string, unknown>>,
  deletable: readonly T[],
): Changes<T> {
  const before = new Map(existing.map((item) => [item.name, item]));
  const after = new Set(wanted.map(({ name }) => name));
  const changes: Changes<T> = { create: [], update: [], delete: [] };
  for (const item of wanted) {
    const old = before.get(item.name);
    if (old === undefined) {
      changes.create.push(item);
      continue;
    }
    const were = fieldsOf(old);
    const differences = Object.entries(fieldsOf(item))
      .map(([field, to]) => ({ field, from: were[field], to }))
      .filter(({ from, to }) => !isDeepStrictEqual(from, to));
    if (differences.length > 0) changes.update.push({ after: item, differences });
  }
  for (const { name } of deletable) if (!after.has(name)) changes.delete.push(name);
  return changes;
}

function fieldsOfSite({ company, subnets, timeZone }: DeclaredSite) {
  return { company, subnets, timezone: timeZone };
}

function fieldsOfProbe({ company, allow, deny }: DeclaredProbe) {
  return { company, "targets.allow": allow, "targets.deny": deny };
}

function fieldsOfScan({ settings, ...scan }: DeclaredScan) {
  const { budget } = settings;
  return {
    site: scan.site,
    probe: scan.probe,
    type: scan.scanType,
    targets: scan.targets,
    exclude: settings.exclude,
    ports: settings.tcpPorts,
    udpPorts: settings.udpPorts,
    schedule: scan.schedule,
    timezone: scan.timeZone,
    enabled: scan.enabled,
    "budget.perHostPerSec": budget.perHostPerSec ?? "unlimited",
    "budget.perSubnetPerSec": budget.perSubnetPerSec ?? "unlimited",
    "budget.totalPerSec": budget.totalPerSec ?? "unlimited",
    connectTimeoutMs: settings.connectTimeoutMs,
    includeFragile: settings.includeFragile,
    nmap: settings.allowNmap,
  };
}

/**
 * A site that something was found at stays, since what was found would be without a place, and a file that was cut short
 * would take that away for good.
 */
function refuseDeletions({ sites }: ExistingConfiguration, deleted: readonly string[]): string[] {
  return sites
    .filter(({ name, assets, identityFindings }) => {
      return deleted.includes(name) && assets + identityFindings > 0;
    })
    .map(({ name, assets, identityFindings }) => {
      const held = [
        ...(assets > 0 ? [assets === 1 ? "1 asset" : `${assets} assets`] : []),
        ...(identityFindings > 0 ? [`${identityFindings} identity findings`] : []),
      ].join(" and ");
      return `Site ${JSON.stringify(name)} cannot be deleted: ${held} were found there; keep it in the file, without scans.`;
    });
}
