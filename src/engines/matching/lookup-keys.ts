import type { InstalledPackage, Software } from "#engines/vulnerability-types";
import { debianNumber } from "./products/debian-releases.ts";
import { redHatEcosystems } from "./products/red-hat-releases.ts";
import { ubuntuEcosystems } from "./products/ubuntu-releases.ts";
import { readSubjects, type Subject } from "./subject.ts";

/** What to fetch from the feeds to match one piece of software. */
export interface LookupKeys {
  /** `vendor:product`, aliases included. */
  products: string[];
  /** Source packages. */
  debianPackages: string[];
  osv: { ecosystem: string; package: string }[];
}

/** Everything that the feeds may have about this software, by the keys under which they keep it. */
export function lookupKeys(software: Software): LookupKeys {
  const subjects = readSubjects(software);
  const packages = subjects.map((subject) => subject.package).filter((one) => one !== null);
  const debian = packages.filter(({ distribution }) => distribution === "debian");
  return {
    products: [...new Set(subjects.flatMap(({ product }) => product?.keys ?? []))],
    debianPackages: debian.map(({ source }) => source).filter((source) => source !== null),
    osv:
      software.ecosystem === null
        ? packages.flatMap(distributionKeys)
        : languageKeys(subjects, software.ecosystem),
  };
}

/** A language package goes by its own name; without one, by that of the product. */
function languageKeys([first]: readonly Subject[], ecosystem: string): LookupKeys["osv"] {
  const name = first?.package?.source ?? first?.product?.cpe.product;
  return name === undefined ? [] : [{ ecosystem, package: name }];
}

function distributionKeys(installed: InstalledPackage): LookupKeys["osv"] {
  const { source, version, binaries = [] } = installed;
  if (source === null || version === null) return [];
  const names = new Set([source, ...binaries.map(({ name }) => name)]);
  return ecosystemsOf(installed).flatMap((ecosystem) =>
    [...names].map((name) => ({ ecosystem, package: name })),
  );
}

/** OSV's ecosystems for the release of a distribution. */
export function ecosystemsOf({
  distribution,
  release,
  rebuild,
}: Pick<InstalledPackage, "distribution" | "release" | "rebuild">): string[] {
  switch (distribution) {
    case "debian": {
      const number = release === null ? null : debianNumber(release);
      return number === null ? [] : [`Debian:${number}`];
    }
    case "ubuntu":
      return ubuntuEcosystems(release);
    case "rhel": {
      const major = release === null ? undefined : /\d+/.exec(release)?.[0];
      if (major === undefined) return [];
      const rebuilds = [`AlmaLinux:${major}`, `Rocky Linux:${major}`];
      return rebuild === "Red Hat" ? [...redHatEcosystems(major), ...rebuilds] : rebuilds;
    }
    case "alpine": {
      const branch = release === null ? undefined : /\d+\.\d+/.exec(release)?.[0];
      return branch === undefined ? [] : [`Alpine:v${branch}`];
    }
    case "other":
      return [];
  }
}
