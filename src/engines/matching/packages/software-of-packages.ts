import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import type { InstalledPackage, Software } from "#engines/vulnerability-types";
import { compareText } from "../versions/digits.ts";
import { distributionOf, type HostDistribution } from "./distribution.ts";
import { findRunningKernel, isOfKernel } from "./kernel.ts";
import { originOf } from "./origin.ts";

/** Packages of one source package in one version, as they are judged. */
export interface PackagedSoftware {
  readonly software: Software;
  /** Source package: of a kernel the one that it was really built from. */
  readonly source: string;
  /** Those of it that are installed, by name. */
  readonly binaries: readonly PackageFacts[];
  /** For people: of the first binary package; of a kernel the one that runs. */
  readonly installedVersion: string;
  /** What a person should know besides: that a newer kernel waits for a restart. */
  readonly note: string | null;
}

/** What was judged and what was not, in numbers of packages. */
export interface PackageCoverage {
  readonly judged: number;
  /** By reason: each a sentence. */
  readonly notJudged: readonly { readonly reason: string; readonly packages: number }[];
}

/**
 * Brings the packages of a host into the terms of the feeds: by source package and version, in their order, whatever order
 * they came in. What cannot be judged is counted, with the reason.
 */
export function softwareOfPackages(
  host: HostFacts,
  packages: readonly PackageFacts[],
): { judged: PackagedSoftware[]; coverage: PackageCoverage } {
  const tally = new Map<string, number>();
  const leave = (reason: string, count = 1): void => {
    tally.set(reason, (tally.get(reason) ?? 0) + count);
  };
  const distribution = distributionOf(host);
  if (typeof distribution === "string") {
    if (packages.length > 0) leave(distribution, packages.length);
    return { judged: [], coverage: coverageOf(0, tally) };
  }
  const groups = new Map<string, Group>();
  for (const one of packages) {
    if (isOfKernel(host, one)) continue;
    const origin = originOf(one, distribution);
    if (typeof origin === "string") leave(origin);
    else add(groups, { ...origin, source: one.source, version: builtVersion(host, one) }, one);
  }
  const kernel = judgeKernel(host, packages, leave);
  const judged = [...groups.values()].map((group) => packaged(distribution, group, null));
  if (kernel !== null) {
    const origin = originOf(kernel.image, distribution);
    if (typeof origin === "string") leave(origin);
    else judged.push(packaged(distribution, { ...origin, ...kernel }, kernel.note));
  }
  judged.sort(
    (a, b) =>
      compareText(a.source, b.source) ||
      compareText(a.software.package?.version ?? "", b.software.package?.version ?? ""),
  );
  const count = judged.reduce((sum, { binaries }) => sum + binaries.length, 0);
  return { judged, coverage: coverageOf(count, tally) };
}

interface Group {
  readonly release: string | null;
  readonly source: string;
  readonly version: string;
  readonly binaries: PackageFacts[];
}

function add(groups: Map<string, Group>, about: Omit<Group, "binaries">, one: PackageFacts): void {
  const key = `${about.source}\n${about.version}`;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { ...about, binaries: [one] });
  else group.binaries.push(one);
}

/** What RPM's packages are grouped by: which epoch their source package has, its name does not tell. */
function builtVersion({ packageManager }: HostFacts, { sourceVersion }: PackageFacts): string {
  return packageManager === "rpm" ? sourceVersion.replace(/^\d+:/, "") : sourceVersion;
}

const notRunning =
  "Kernels that do not run, and the headers, tools and documentation of kernels: only the running kernel is judged.";

/** The running kernel as a group of its own; everything else of kernels' sources is left out, and said. */
function judgeKernel(
  host: HostFacts,
  packages: readonly PackageFacts[],
  leave: (reason: string, count?: number) => void,
): (Omit<Group, "release"> & { image: PackageFacts; note: string | null }) | null {
  const count = packages.filter((one) => isOfKernel(host, one)).length;
  const running = findRunningKernel(host, packages);
  if (running === null) {
    if (host.hardware.kind !== "container") {
      leave(`The running kernel (${host.kernel}) came in no package that is installed.`, 0);
    }
    if (count > 0) leave(notRunning, count);
    return null;
  }
  if (count > 1) leave(notRunning, count - 1);
  const { image, newer } = running;
  const note =
    newer === null ? null : `This is the running kernel; ${newer} is installed: restart the host.`;
  return { source: image.source, version: image.sourceVersion, binaries: [image], image, note };
}

function packaged(
  { distribution, rebuild }: HostDistribution,
  { release, source, version, binaries }: Group,
  note: string | null,
): PackagedSoftware {
  const ordered = binaries.toSorted(
    (a, b) =>
      compareText(a.name, b.name) ||
      compareText(a.arch, b.arch) ||
      compareText(a.version, b.version),
  );
  const installed: InstalledPackage = { distribution, release, source, version, hasEpoch: true };
  if (distribution === "rhel") {
    installed.version = withEpoch(version, ordered);
    installed.binaries = versionsOf(ordered);
    if (rebuild !== undefined) installed.rebuild = rebuild;
  }
  return {
    software: { cpes: [], platform: "linux", package: installed, ecosystem: null, confidence: 100 },
    source,
    binaries: ordered,
    installedVersion: ordered[0]?.version ?? version,
    note,
  };
}

/** RPM's name of a source package has no epoch; its main binary packages have it. */
function withEpoch(version: string, binaries: readonly PackageFacts[]): string {
  return binaries.find((one) => one.version.replace(/^\d+:/, "") === version)?.version ?? version;
}

/** Each name and version once: packages of several architectures are one to advisories. */
function versionsOf(binaries: readonly PackageFacts[]): { name: string; version: string }[] {
  const once = new Map(
    binaries.map(({ name, version }) => [`${name}\n${version}`, { name, version }]),
  );
  return [...once.values()];
}

function coverageOf(judged: number, tally: ReadonlyMap<string, number>): PackageCoverage {
  const notJudged = [...tally].map(([reason, packages]) => ({ reason, packages }));
  return { judged, notJudged: notJudged.toSorted((a, b) => compareText(a.reason, b.reason)) };
}
