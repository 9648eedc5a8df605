import { parseCpe, productKey, type Software } from "#engines/vulnerability-types";
import { aliasesOf } from "./products/aliases.ts";
import { debianNumber } from "./products/debian-releases.ts";
import { ubuntuEcosystems } from "./products/ubuntu-releases.ts";

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
  const cpes = software.cpes.map(parseCpe).filter((cpe) => cpe !== null);
  const products = new Set(cpes.flatMap((cpe) => aliasesOf(productKey(cpe))));
  const source = software.package?.source ?? null;
  return {
    products: [...products],
    debianPackages: software.package?.distribution === "debian" && source !== null ? [source] : [],
    osv: osvKeys(software, source ?? cpes[0]?.product ?? null),
  };
}

function osvKeys(software: Software, name: string | null): LookupKeys["osv"] {
  if (name === null) return [];
  const ecosystems =
    software.ecosystem === null ? distributionEcosystems(software) : [software.ecosystem];
  return ecosystems.map((ecosystem) => ({ ecosystem, package: name }));
}

/** OSV's ecosystems of a distribution's package whose version is known. */
function distributionEcosystems({ package: installed }: Software): string[] {
  if (installed === null || installed.version === null || installed.source === null) return [];
  const { distribution, release } = installed;
  switch (distribution) {
    case "debian": {
      const number = release === null ? null : debianNumber(release);
      return number === null ? [] : [`Debian:${number}`];
    }
    case "ubuntu":
      return ubuntuEcosystems(release);
    case "rhel": {
      const major = release === null ? undefined : /\d+/.exec(release)?.[0];
      return major === undefined ? [] : [`AlmaLinux:${major}`, `Rocky Linux:${major}`];
    }
    case "alpine": {
      const branch = release === null ? undefined : /\d+\.\d+/.exec(release)?.[0];
      return branch === undefined ? [] : [`Alpine:v${branch}`];
    }
    case "other":
      return [];
  }
}
