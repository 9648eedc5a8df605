import type { HostFacts } from "#engines/inventory-types";

/** What a host says of its operating system. */
export type HostSystem = HostFacts["os"];

/** Packages of one family of distributions: what installs them, who brings `oscap`, and who brings data streams. */
interface Family {
  readonly install: string;
  readonly engine: string;
  readonly content: string;
}

// packages.debian.org, packages.ubuntu.com, the RHEL 9 "Security hardening" guide, and SUSE's "OpenSCAP" document.
const debian: Family = {
  install: "apt-get install",
  engine: "openscap-scanner",
  content: "ssg-debian",
};
const ubuntu: Family = { ...debian, content: "ssg-debderived" };
const redHat: Family = {
  install: "dnf install",
  engine: "openscap-scanner",
  content: "scap-security-guide",
};
const suse: Family = {
  install: "zypper install",
  engine: "openscap-utils",
  content: "scap-security-guide",
};

/** Before these releases `oscap` is in the package of the library. Source: the changelog of Debian's openscap, 1.3.5-0.1. */
const ownPackageSince: ReadonlyMap<string, number> = new Map([
  ["debian", 12],
  ["ubuntu", 23],
]);

/** The most exact first: Ubuntu says that it is like Debian, and SUSE's are like each other. */
const families: readonly (readonly [string, Family])[] = [
  ["ubuntu", ubuntu],
  ["debian", debian],
  ["rhel", redHat],
  ["fedora", redHat],
  ["centos", redHat],
  ["suse", suse],
  ["opensuse", suse],
  ["sles", suse],
];

/** A sentence for the one who wants audits on a host without `oscap`. */
export function engineMissing(system: HostSystem | null): string {
  const family = familyOf(system);
  const what = "There is no oscap on this host";
  if (family === null) return `${what}: install OpenSCAP's command line tool.`;
  const release = releaseOf(system);
  if (system?.id === "debian" && release === 11) {
    return `${what}, and Debian 11 has no package of it: move to a newer release, or build OpenSCAP's command line tool.`;
  }
  const isOld = release < (ownPackageSince.get(system?.id ?? "") ?? 0);
  const engine = isOld ? "libopenscap8" : family.engine;
  return `${what}. Install ${engine}: ${installer(family, release)} ${engine}`;
}

/** A sentence for the one who wants to audit with content that is not on the host. */
export function contentMissing(file: string, system: HostSystem | null): string {
  const family = familyOf(system);
  const what = `The content ${file} is not on this host`;
  if (family === null) return `${what}: install the SCAP Security Guide of its distribution.`;
  return `${what}. Install ${family.content}: ${installer(family, releaseOf(system))} ${family.content}`;
}

/** `NaN`, which is before and after nothing: it has no number. */
function releaseOf(system: HostSystem | null): number {
  return Number.parseInt(system?.version ?? "", 10);
}

/** RHEL 7 and what was made of it, Amazon Linux 2 too, have no dnf yet. */
function installer(family: Family, release: number): string {
  return family === redHat && release < 8 ? "yum install" : family.install;
}

function familyOf(system: HostSystem | null): Family | null {
  if (system === null) return null;
  const names = [system.id, ...system.like];
  const found = families.find(([name]) => names.some((each) => isOf(each, name)));
  return found?.[1] ?? null;
}

/** `opensuse-leap` is an openSUSE. */
function isOf(id: string, name: string): boolean {
  return id === name || id.startsWith(`${name}-`);
}
