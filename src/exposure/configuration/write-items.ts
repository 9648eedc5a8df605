import { isDeepStrictEqual } from "node:util";
import { usualThresholds } from "#engines/directory-types";
import { type ScanBudget, defaultBudget } from "#engines/scan-types";
import { memoryLimitsMb, timeLimitsSec } from "#exposure/audits";
import { type WrittenItem, withoutEmpty } from "#platform/declarations";
import type { DeclaredProbe, DeclaredSite } from "./configuration.ts";
import type { ExistingAudit, ExistingScan } from "./diff-configuration.ts";
import { secretKeyOf } from "./keep-directory-secret.ts";
import type { ExistingBundle } from "./wanted-bundles.ts";
import type { ExistingDirectory } from "./wanted-directories.ts";

/** The entry of `sites`. */
export function writeSite({ name, company, subnets, timeZone }: DeclaredSite): WrittenItem {
  return {
    item: { name, ...withoutEmpty({ company, subnets }), timezone: timeZone },
    secrets: [],
  };
}

/** The entry of `probes`. */
export function writeProbe({ name, company, allow, deny }: DeclaredProbe): WrittenItem {
  const targets = withoutEmpty({ allow, deny });
  const hasTargets = Object.keys(targets).length > 0;
  return {
    item: { name, ...withoutEmpty({ company }), ...(hasTargets ? { targets } : {}) },
    secrets: [],
  };
}

/** The entry of `scans`; what has no meaning in its type is left out. */
export function writeScan(scan: ExistingScan): WrittenItem {
  const { name, site, probe, scanType, targets, settings } = scan;
  const asksPorts = scanType !== "discovery";
  const isDeep = asksPorts && scanType !== "ports";
  return {
    item: {
      name,
      site,
      ...withoutEmpty({ probe }),
      type: scanType,
      targets,
      ...withoutEmpty({ exclude: settings.exclude }),
      ...(asksPorts ? { ports: settings.tcpPorts } : {}),
      ...(isDeep ? { udpPorts: settings.udpPorts ?? "none" } : {}),
      ...writeSchedule(scan),
      enabled: scan.enabled,
      ...writeBudget(settings.budget),
      connectTimeoutMs: settings.connectTimeoutMs,
      ...(isDeep ? { includeFragile: settings.includeFragile, nmap: settings.allowNmap } : {}),
    },
    secrets: [],
  };
}

/** How fast it may go, unless that is as usual. */
function writeBudget(budget: ScanBudget) {
  if (isDeepStrictEqual(budget, defaultBudget)) return {};
  const rates = Object.entries(budget).map(([key, rate]) => [key, rate ?? "unlimited"]);
  return { budget: Object.fromEntries(rates) };
}

/** The time zone of what has no schedule is that of its site, and is not said. */
function writeSchedule({ schedule, timeZone }: { schedule: string | null; timeZone: string }) {
  return schedule === null ? {} : { schedule, timezone: timeZone };
}

/** The entry of `bundles`; of a file, what it is called. */
export function writeBundle({ name, source, fileName }: ExistingBundle): WrittenItem {
  return { item: { name, [source]: fileName }, secrets: [] };
}

/** The entry of `audits`. */
export function writeAudit(audit: ExistingAudit): WrittenItem {
  const { timeLimitSec, memoryLimitMb } = audit;
  const isUsual = timeLimitSec === timeLimitsSec.usual && memoryLimitMb === memoryLimitsMb.usual;
  return {
    item: {
      name: audit.name,
      bundle: audit.bundle,
      profile: audit.profile,
      ...withoutEmpty({ site: audit.site, tags: audit.tags }),
      ...writeSchedule(audit),
      enabled: audit.enabled,
      ...(isUsual ? {} : { limits: { timeMinutes: timeLimitSec / 60, memoryMb: memoryLimitMb } }),
      keepArf: audit.keepArf,
    },
    secrets: [],
  };
}

/** The entry of `directories`; certificates stand in it themselves. */
export function writeDirectory(directory: ExistingDirectory): WrittenItem {
  const { name, site, probe, settings } = directory;
  const { type, thresholds, ...rest } = settings;
  const ownThresholds = Object.entries(thresholds).filter(([key, value]) => {
    return !isDeepStrictEqual(value, Object.entries(usualThresholds).find(([k]) => k === key)?.[1]);
  });
  return {
    item: {
      name,
      type,
      ...withoutEmpty({ site, probe }),
      ...withoutEmpty(rest),
      ...writeSchedule(directory),
      enabled: directory.enabled,
      ...(ownThresholds.length === 0 ? {} : { thresholds: Object.fromEntries(ownThresholds) }),
    },
    secrets: [[secretKeyOf(type)]],
  };
}
