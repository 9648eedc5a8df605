import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import {
  type DebianEntry,
  type Knowledge,
  type Match,
  type OsvEntry,
} from "#engines/vulnerability-types";
import { matchSoftware } from "../match-software.ts";
import { softwareOfPackages } from "./software-of-packages.ts";

/** A host by what its os-release says; the rest is usual. */
export function hostOf(
  os: Partial<HostFacts["os"]> & Pick<HostFacts["os"], "id">,
  more: Partial<HostFacts> = {},
): HostFacts {
  return {
    hostname: "web",
    fqdn: null,
    os: { family: "linux", like: [], name: os.id, version: null, codename: null, ...os },
    kernel: "1.0-none",
    architecture: "x86_64",
    hardware: { uuid: null, vendor: null, product: null, kind: "virtual" },
    interfaces: [],
    primaryAddress: null,
    bootedAt: 0,
    packageManager: "dpkg",
    ...more,
  };
}

/** Debian 12. */
export const bookworm = hostOf({
  id: "debian",
  name: "Debian GNU/Linux 12 (bookworm)",
  version: "12",
  codename: "bookworm",
});
export const jammy = hostOf({
  id: "ubuntu",
  like: ["debian"],
  name: "Ubuntu 22.04.5 LTS",
  version: "22.04",
  codename: "jammy",
});
export const alma9 = hostOf(
  { id: "almalinux", like: ["rhel", "centos", "fedora"], name: "AlmaLinux 9.4", version: "9.4" },
  { packageManager: "rpm" },
);
export const rocky8 = hostOf(
  { id: "rocky", like: ["rhel", "centos", "fedora"], name: "Rocky Linux 8.10", version: "8.10" },
  { packageManager: "rpm" },
);
export const alpine = hostOf(
  { id: "alpine", name: "Alpine Linux v3.20", version: "3.20.3" },
  { packageManager: "apk" },
);

/** A package; without more it was built from a source of its name in its version. */
export function installed(
  name: string,
  version: string,
  more: Partial<PackageFacts> = {},
): PackageFacts {
  return { name, version, arch: "amd64", source: name, sourceVersion: version, ...more };
}

/** What the tracker says of one package in bookworm, and of more releases if they are named. */
export function tracked(
  source: string,
  cve: string,
  byRelease: Readonly<Record<string, Partial<DebianEntry>>>,
): DebianEntry[] {
  return Object.entries(byRelease).map(([release, more]) => ({
    package: source,
    cve,
    release,
    status: more.fixedVersion === undefined ? "open" : "resolved",
    fixedVersion: null,
    urgency: "not yet assigned",
    nodsa: null,
    repositories: [],
    ...more,
  }));
}

/** A made advisory of OSV: fixed in this version, from the beginning on. */
export function advisory(
  ecosystem: string,
  name: string,
  fixed: string,
  more: Partial<OsvEntry> = {},
): OsvEntry {
  return {
    id: "MADE-2026:1",
    cves: ["CVE-2099-0001"],
    ecosystem,
    package: name,
    summary: "Important: a security update",
    vector: null,
    ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed }] }],
    versions: [],
    withdrawn: false,
    modifiedAt: null,
    ...more,
  };
}

/** What is found on a host, as `source CVE confidence fix`. */
export function foundOn(
  host: HostFacts,
  packages: readonly PackageFacts[],
  known: Partial<Knowledge>,
): string[] {
  const knowledge = { records: [], debian: [], osv: [], ...known };
  return softwareOfPackages(host, packages).judged.flatMap(({ source, software }) =>
    matchSoftware(software, {
      ...knowledge,
      debian: knowledge.debian.filter((entry) => entry.package === software.package?.source),
    })
      .filter(({ affected }) => affected)
      .map((match: Match) => `${source} ${match.cve} ${match.confidence} ${match.fixedVersion}`),
  );
}
