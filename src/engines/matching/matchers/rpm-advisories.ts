/*
 * Advisories of Red Hat and of its rebuilds, for packages that rpm lists. Red Hat's and AlmaLinux's name binary packages,
 * Rocky's source packages. All write the whole version with its epoch; one of 0 is written by Red Hat and Rocky
 * (`0:4.9.3-2.el9_8.1`), and left out by AlmaLinux (errata2osv, `_package_full_version`).
 */
import type { InstalledPackage, OsvEntry } from "#engines/vulnerability-types";

/** One advisory for one package, and the version that it is compared with. */
export interface Candidate {
  readonly entry: OsvEntry;
  readonly version: string;
}

/**
 * The advisories that speak of a package, by CVE. Where those of its own distribution name a CVE, the others' do not count:
 * what each adds to Red Hat's number is its own.
 */
export function rpmCandidates(
  installed: InstalledPackage,
  entries: readonly OsvEntry[],
): Map<string, Candidate[]> {
  const found = new Map<string, { own: Candidate[]; others: Candidate[] }>();
  for (const entry of entries) {
    if (entry.withdrawn) continue;
    const versions = versionsNamed(installed, entry.package);
    const own = isOwn(installed, entry);
    const candidates = versions
      .filter((version) => isSameStream(installed, version, entry))
      .map((version) => (own ? { entry, version } : common(entry, version)));
    // Bug fixes and enhancements have no CVE, and are no vulnerabilities.
    for (const cve of entry.cves.filter((id) => id.startsWith("CVE-"))) {
      const list = found.get(cve) ?? { own: [], others: [] };
      found.set(cve, list);
      (own ? list.own : list.others).push(...candidates);
    }
  }
  return new Map(
    [...found].flatMap(([cve, { own, others }]) => {
      const candidates = own.length > 0 ? own : others;
      return candidates.length === 0 ? [] : [[cve, candidates] as const];
    }),
  );
}

/** Versions of the binary packages of this name; of the source package, when none has its name. */
function versionsNamed(
  { source, version, binaries = [] }: InstalledPackage,
  name: string,
): string[] {
  const named = binaries.filter((one) => one.name === name).map((one) => one.version);
  if (named.length > 0) return named;
  return name === source && version !== null ? [version] : [];
}

function isOwn({ rebuild }: InstalledPackage, { ecosystem }: OsvEntry): boolean {
  return rebuild !== undefined && ecosystem.startsWith(`${rebuild}:`);
}

const moduleBuild = /\.module[_+]el\d/;
/** `nodejs:18` of "Important: nodejs:18 security update". */
const streamNamed = /(?:^|\s)([\w+-]+):(\d[\w.]*)\s/;

/**
 * Modules keep several streams of a package side by side in one release, each with fixes of its own: a build of a module is
 * compared with builds of the same stream only, and others with none of them. Which stream is installed shows in the version
 * of the module's own package; of what else is in the module, in that the project's version is the same line.
 */
function isSameStream({ source }: InstalledPackage, version: string, entry: OsvEntry): boolean {
  const fix = entry.ranges
    .flatMap(({ events }) => events)
    .find(({ fixed }) => fixed !== undefined)?.fixed;
  if (fix === undefined) return true;
  const isModule = moduleBuild.test(version);
  if (isModule !== moduleBuild.test(fix)) return false;
  const [, module, stream] = streamNamed.exec(entry.summary) ?? [];
  if (!isModule || stream === undefined) return true;
  const installed = projectVersion(version);
  if (module === source) return installed === stream || installed.startsWith(`${stream}.`);
  return firstNumbers(installed) === firstNumbers(projectVersion(fix));
}

/** `18.19.1` of `1:18.19.1-1.module_el8.9.0+3729+9b5fe8a4`. */
function projectVersion(version: string): string {
  return version.replace(/^\d+:/, "").replace(/-[^-]*$/, "");
}

function firstNumbers(version: string): string {
  return version.split(".", 2).join(".");
}

/** Both without what one distribution alone adds to Red Hat's number. */
function common(entry: OsvEntry, version: string): Candidate {
  const events = (range: OsvEntry["ranges"][number]): OsvEntry["ranges"][number]["events"] =>
    range.events.map((event) => ({
      ...event,
      ...(event.fixed === undefined ? {} : { fixed: redHats(event.fixed) }),
      ...(event.lastAffected === undefined ? {} : { lastAffected: redHats(event.lastAffected) }),
    }));
  const ranges = entry.ranges.map((range) => ({ ...range, events: events(range) }));
  return { entry: { ...entry, ranges }, version: redHats(version) };
}

/**
 * `1.module_el8.9.0` of `1.module_el8.9.0+3729+9b5fe8a4`, whose last parts count one distribution's builds; `38.el9` of
 * `38.el9.alma.1`, and of Oracle's `38.0.1.el9`.
 */
function redHats(version: string): string {
  return version
    .replace(/(\.module[_+]el\d+(?:\.\d+)*).*$/, "$1")
    .replace(/\.(?:alma|rocky|openela|centos)\b.*$/, "")
    .replace(/\.0\.\d+(?=\.el\d)/, "");
}
