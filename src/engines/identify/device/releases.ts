import type { PackageFacts } from "#engines/scan-types";
import { debianReleases } from "#lib/debian-releases";
import { cpeOf } from "../products/product.ts";
import type { OsGuess } from "./evidence.ts";

/** OpenSSH as each release of Debian shipped it: enough to know the release where the banner keeps it to itself. */
const debianByOpenssh: Readonly<Record<string, string>> = {
  "6.7p1": "8",
  "7.4p1": "9",
  "7.9p1": "10",
  "8.4p1": "11",
  "9.2p1": "12",
  "10.0p1": "13",
};

/** Likewise of Ubuntu's long-term releases. */
const ubuntuByOpenssh: Readonly<Record<string, string>> = {
  "6.6.1p1": "14.04",
  "7.2p2": "16.04",
  "7.6p1": "18.04",
  "8.2p1": "20.04",
  "8.9p1": "22.04",
  "9.6p1": "24.04",
};

/** The system that a package belongs to, and whether the package itself says which release. */
export function systemOfPackage({ distribution, release, version }: PackageFacts): {
  guess: OsGuess;
  said: boolean;
} | null {
  const upstream = /^[\d.]+p\d/.exec(version ?? "")?.[0] ?? "";
  switch (distribution) {
    case "debian": {
      const number = debianNumber(release) ?? debianByOpenssh[upstream];
      return linux("Debian GNU/Linux", "o:debian:debian_linux", number, release !== undefined);
    }
    case "ubuntu": {
      const number = release ?? ubuntuByOpenssh[upstream];
      return linux("Ubuntu", "o:canonical:ubuntu_linux", number, release !== undefined);
    }
    case "alpine":
      return linux("Alpine Linux", "o:alpinelinux:alpine_linux", release, release !== undefined);
    case "rhel":
      // Its rebuilds (Alma, Rocky, CentOS) name themselves alike.
      return linux(
        "Red Hat Enterprise Linux",
        "o:redhat:enterprise_linux",
        release,
        release !== undefined,
      );
    case "other":
      return null;
  }
}

function linux(name: string, product: string, release: string | undefined, said: boolean) {
  const guess: OsGuess = {
    name: release === undefined ? name : `${name} ${release}`,
    family: "linux",
    cpe: cpeOf(product, release),
  };
  return { guess, said };
}

/** Codename or number. */
function debianNumber(release: string | undefined): string | undefined {
  if (release === undefined || /^\d+$/.test(release)) return release;
  return Object.entries(debianReleases).find(([, name]) => name === release)?.[0];
}

/** CPE products of Windows by the names in our table of builds; where a build is of two, none. */
const windowsCpes: readonly { pattern: RegExp; product: string }[] = [
  { pattern: /^Windows XP$/, product: "windows_xp" },
  { pattern: /^Windows Server 2003$/, product: "windows_server_2003" },
  { pattern: /^Windows Server 2008$/, product: "windows_server_2008" },
  { pattern: /^Windows Server (?<year>2016|2019|2022|2025)$/, product: "windows_server_$<year>" },
  {
    pattern: /^Windows (?<number>10|11) (?<release>\d\dh\d|\d{4})$/i,
    product: "windows_$<number>_$<release>",
  },
];

/** The system that a name such as `Windows Server 2022` means, with its version `10.0.20348`. */
export function windowsSystem(name: string, version: string | undefined): OsGuess {
  for (const { pattern, product } of windowsCpes) {
    if (!pattern.test(name)) continue;
    const full = name.replace(pattern, product).toLowerCase();
    return { name, family: "windows", cpe: cpeOf(`o:microsoft:${full}`, version) };
  }
  return { name, family: "windows" };
}
