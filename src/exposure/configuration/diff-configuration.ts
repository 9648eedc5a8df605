import { isDeepStrictEqual } from "node:util";
import { type Prune, isPruned } from "#platform/declarations";
import type {
  DeclaredAudit,
  DeclaredProbe,
  DeclaredScan,
  DeclaredSite,
  ExposureConfiguration,
} from "./configuration.ts";
import { refuseChanges } from "./refuse-changes.ts";
import {
  type ExistingBundle,
  type WantedBundle,
  fullProfile,
  profilesOf,
} from "./wanted-bundles.ts";
import type { ExistingDirectory } from "./wanted-directories.ts";

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

/** An audit as it is: with the full id of its profile, and the time zone that it goes by. */
export interface ExistingAudit extends DeclaredAudit {
  timeZone: string;
}

/** What a configuration file can say about a tenant's exposure service, as it is now. */
export interface ExistingConfiguration {
  sites: readonly ExistingSite[];
  probes: readonly ExistingProbe[];
  scans: readonly ExistingScan[];
  bundles: readonly ExistingBundle[];
  audits: readonly ExistingAudit[];
  directories: readonly ExistingDirectory[];
}

/** One thing that differs, in the words of the file: `targets.allow`, `budget.totalPerSec`. */
export interface Difference {
  field: string;
  /** Both are absent of what is named and not shown: credentials, certificates. */
  from?: unknown;
  to?: unknown;
}

/** What is made, made different and deleted of one list. */
export interface Changes<T> {
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
  bundles: Changes<WantedBundle>;
  audits: Changes<ExistingAudit>;
  directories: Changes<ExistingDirectory>;
}

/**
 * Compares what is with what is wanted. What the file does not mention stays, unless `prune`; but a probe inside the
 * server is never deleted.
 *
 * @param read the bundles and directories of `wanted`, whose files were read.
 * @returns the changes; with any refusal (a sentence each), nothing may be changed.
 */
export function diffConfiguration(
  existing: ExistingConfiguration,
  wanted: ExposureConfiguration,
  read: { bundles: readonly WantedBundle[]; directories: readonly ExistingDirectory[] },
  { prune }: { prune: Prune },
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
  const profiles = profilesOf([...existing.bundles, ...read.bundles]);
  const audits = wanted.audits.map((audit): ExistingAudit => ({
    ...audit,
    profile: fullProfile(audit.profile, profiles.get(audit.bundle)),
    timeZone: audit.timeZone ?? zones.get(audit.site ?? "") ?? "UTC",
  }));
  const pruned = <T extends { name: string }>(list: string, items: readonly T[]) =>
    items.filter(({ name }) => isPruned(prune, list, name));
  const deletable = existing.probes.filter((probe) => !probe.embedded);
  const changes = {
    sites: diffList(existing.sites, wanted.sites, fieldsOfSite, pruned("sites", existing.sites)),
    probes: diffList(existing.probes, wanted.probes, fieldsOfProbe, pruned("probes", deletable)),
    scans: diffList(existing.scans, scans, fieldsOfScan, pruned("scans", existing.scans)),
    bundles: diffList(
      existing.bundles,
      read.bundles,
      fieldsOfBundle,
      pruned("bundles", existing.bundles),
    ),
    audits: diffList(existing.audits, audits, fieldsOfAudit, pruned("audits", existing.audits)),
    directories: withoutSecrets(
      diffList(
        existing.directories,
        read.directories,
        fieldsOfDirectory,
        pruned("directories", existing.directories),
      ),
    ),
  };
  return { changes, refusals: refuseChanges(existing, changes) };
}

function diffList<T extends { name: string }, W extends T>(
  existing: readonly T[],
  wanted: readonly W[],
  fieldsOf: (item: T) => Readonly<Record<string, unknown>>,
  deletable: readonly T[],
): Changes<W> {
  const before = new Map(existing.map((item) => [item.name, item]));
  const after = new Set(wanted.map(({ name }) => name));
  const changes: Changes<W> = { create: [], update: [], delete: [] };
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

/** Sixteen characters tell one hash from another, as in `vedette bundle list`. */
const shownHash = 16;

function fieldsOfBundle({ source, fileName, version, sha256 }: ExistingBundle) {
  return {
    file: source === "file" ? fileName : null,
    content: source === "content" ? fileName : null,
    version,
    sha256: sha256?.slice(0, shownHash) ?? null,
  };
}

function fieldsOfAudit(audit: ExistingAudit) {
  return {
    bundle: audit.bundle,
    profile: audit.profile,
    site: audit.site,
    tags: audit.tags,
    schedule: audit.schedule,
    timezone: audit.timeZone,
    enabled: audit.enabled,
    "limits.timeMinutes": audit.timeLimitSec / 60,
    "limits.memoryMb": audit.memoryLimitMb,
    keepArf: audit.keepArf,
  };
}

function fieldsOfDirectory({ settings, ...directory }: ExistingDirectory) {
  const common = {
    type: settings.type,
    site: directory.site,
    probe: directory.probe,
    credentials: directory.secret,
    schedule: directory.schedule,
    timezone: directory.timeZone,
    enabled: directory.enabled,
  };
  const thresholds = Object.fromEntries(
    Object.entries(settings.thresholds).map(([name, value]) => [`thresholds.${name}`, value]),
  );
  if (settings.type === "entra") {
    const { tenantId, clientId, loginUrl, graphUrl, breakGlass } = settings;
    return { ...common, tenantId, clientId, loginUrl, graphUrl, breakGlass, ...thresholds };
  }
  const { urls, user, ca, serverName, baseDn } = settings;
  return { ...common, urls, user, ca, serverName, baseDn, ...thresholds };
}

/** Secrets and certificates are named and not shown. */
function withoutSecrets(changes: Changes<ExistingDirectory>): Changes<ExistingDirectory> {
  const isShown = (field: string) => field !== "credentials" && field !== "ca";
  return {
    ...changes,
    update: changes.update.map(({ after, differences }) => ({
      after,
      differences: differences.map((difference) =>
        isShown(difference.field) ? difference : { field: difference.field },
      ),
    })),
  };
}
