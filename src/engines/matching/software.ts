import type { HostReport, ServiceFacts } from "#engines/scan-types";
import {
  type Cpe,
  type InstalledPackage,
  parseCpe,
  productKey,
  type Software,
} from "#engines/vulnerability-types";
import { debianCodename } from "./products/debian-releases.ts";
import { sourcePackageOf } from "./products/source-packages.ts";

type OperatingSystem = NonNullable<HostReport["os"]>;

/** What a banner may claim beyond its host: an operating system is believed from this confidence on, per cent. */
const believedFrom = 50;

/**
 * A service in the terms of the feeds; `null` when it named no product, so that there is nothing to match on.
 *
 * A package without a version says: the host runs this distribution, but nothing tells whether the software is its package.
 */
export function softwareOf(
  service: ServiceFacts,
  host: { os?: HostReport["os"] },
): Software | null {
  const names = service.cpes.map(parseCpe).filter((cpe) => cpe !== null);
  if (names.length === 0) return null;
  const os = host.os !== undefined && host.os.confidence >= believedFrom ? host.os : null;
  return {
    cpes: service.cpes.filter((text) => parseCpe(text) !== null),
    platform: platformOf(service, os),
    package: packageOf(service, names, os),
    ecosystem: null,
    confidence: service.confidence,
  };
}

function platformOf(service: ServiceFacts, os: OperatingSystem | null): Software["platform"] {
  // All distributions that a banner can name are Linux ones.
  if (service.package !== undefined && service.package.distribution !== "other") return "linux";
  switch (os?.family) {
    case "linux":
    case "windows":
    case "macos":
    case "bsd":
      return os.family;
    case "network":
    case "other":
    case undefined:
      return null;
  }
}

function packageOf(
  service: ServiceFacts,
  names: readonly Cpe[],
  os: OperatingSystem | null,
): InstalledPackage | null {
  const named = service.package;
  if (named !== undefined) {
    const { source, version: upstream } = packagedOf(named.distribution, names);
    const version = named.version ?? upstream;
    return {
      distribution: named.distribution,
      release: releaseOf(named.distribution, named.release ?? null),
      source,
      version,
      hasEpoch: version !== null && /^\d+:/.test(version),
    };
  }
  const host = os === null ? null : distributionOf(os);
  if (host === null) return null;
  const { source } = packagedOf(host.distribution, names);
  return source === null ? null : { ...host, source, version: null, hasEpoch: false };
}

/** The first of the products that the distribution has a package of: an application may stand before its web server. */
function packagedOf(
  distribution: InstalledPackage["distribution"],
  names: readonly Cpe[],
): { source: string | null; version: string | null } {
  for (const cpe of names) {
    const version = upstreamVersion(cpe);
    const source = sourcePackageOf(distribution, productKey(cpe), version);
    if (source !== null) return { source, version };
  }
  const [first] = names;
  return { source: null, version: first === undefined ? null : upstreamVersion(first) };
}

/** `9.2p1` of a CPE with version `9.2` and update `p1`. */
function upstreamVersion({ version, update }: Cpe): string | null {
  if (version === "*" || version === "-") return null;
  return update === "*" || update === "-" ? version : version + update;
}

function releaseOf(
  distribution: InstalledPackage["distribution"],
  text: string | null,
): string | null {
  return text !== null && distribution === "debian" ? debianCodename(text) : text;
}

/** Distributions by the CPE of the operating system; only Debian is recognised by what the archive holds. */
function distributionOf(
  os: OperatingSystem,
): Pick<InstalledPackage, "distribution" | "release"> | null {
  const cpe = os.cpe === undefined ? null : parseCpe(os.cpe);
  if (cpe === null || productKey(cpe) !== "debian:debian_linux") return null;
  const release = debianCodename(cpe.version);
  return release === null ? null : { distribution: "debian", release };
}
