/*
 * Software against OSV's advisories: of distributions without a tracker here, and of language packages.
 */
import type { InstalledPackage, OsvEntry, OsvRange } from "#engines/vulnerability-types";
import { type Judgement, judgement } from "../judgement.ts";
import { ecosystemsOf } from "../lookup-keys.ts";
import { isUbuntuPro, withoutUbuntuPro } from "../products/ubuntu-releases.ts";
import type { Subject } from "../subject.ts";
import { splitDpkg } from "../versions/dpkg.ts";
import { compareVersions, ecosystemScheme, type VersionScheme } from "../versions/scheme.ts";
import { type Candidate, rpmCandidates } from "./rpm-advisories.ts";

/** OSV's advisories for one package, by CVE. */
export interface OsvAdvisories {
  readonly hasEpoch: boolean;
  /** Each with the version as installed. */
  readonly byCve: ReadonlyMap<string, readonly Candidate[]>;
}

/** Those that are for this package and, of a distribution, for its release; none when its version is not known. */
export function readOsvAdvisories(subject: Subject, all: readonly OsvEntry[]): OsvAdvisories {
  const { software, package: installed, product } = subject;
  const language = software.ecosystem !== null;
  const version = installed?.version ?? (language ? (product?.version?.text ?? null) : null);
  const byCve = new Map<string, Candidate[]>();
  if (version === null) return { hasEpoch: true, byCve };
  const entries = ofRelease(installed, all);
  if (installed?.binaries !== undefined) {
    return { hasEpoch: installed.hasEpoch, byCve: rpmCandidates(installed, entries) };
  }
  const ours = entries.filter(
    (entry) =>
      !entry.withdrawn &&
      (language ? entry.ecosystem === software.ecosystem : entry.package === installed?.source),
  );
  const ecosystem = language ? software.ecosystem : ecosystemOf(version, ours);
  for (const entry of ours) {
    if (!isOf(entry.ecosystem, ecosystem)) continue;
    for (const cve of entry.cves) {
      const list = byCve.get(cve);
      if (list === undefined) byCve.set(cve, [{ entry, version }]);
      else list.push({ entry, version });
    }
  }
  for (const [cve, list] of byCve) byCve.set(cve, withoutNotices(list));
  return { hasEpoch: language || installed?.hasEpoch === true, byCve };
}

/**
 * Ubuntu's record of a CVE names the version that fixed it. Its notices of updates may name a later one, which only mends the
 * first update: they count where there is no record, as of releases that are no longer supported.
 */
function withoutNotices(candidates: Candidate[]): Candidate[] {
  const records = candidates.filter(({ entry }) => !entry.id.startsWith("USN-"));
  return records.length > 0 ? records : candidates;
}

/** Where the release is known, those of others say nothing; a version alone is only a guess at it. */
function ofRelease(
  installed: InstalledPackage | null,
  entries: readonly OsvEntry[],
): readonly OsvEntry[] {
  if (installed === null || installed.release === null) return entries;
  const ecosystems = ecosystemsOf(installed);
  return ecosystems.length === 0
    ? entries
    : entries.filter(({ ecosystem }) => ecosystems.includes(ecosystem));
}

/** `null`: OSV does not name it for this package. */
export function judgeByOsv(
  { hasEpoch, byCve }: OsvAdvisories,
  cve: string,
  confidence: number,
): Judgement | null {
  const candidates = byCve.get(cve);
  const judged = (candidates ?? []).map((one) => ({
    ...one,
    hit: hitOf(one.entry, one.version, hasEpoch),
  }));
  const counted = withoutTheOtherArchive(judged);
  const hits = counted.flatMap(({ hit, ...one }) => (hit === null ? [] : [{ ...one, ...hit }]));
  const [first] = hits.length > 0 ? hits : counted;
  if (first === undefined) return null;
  const { entry, version } = first;
  const where = `${entry.ecosystem} (${entry.id})`;
  const fixes = hits.map(({ fixed }) => fixed).filter((fixed) => fixed !== null);
  if (hits.length === 0) {
    return judgement({
      source: "osv",
      verdict: "not_affected",
      reason: () => `${where} lists it for other versions; ${version} is in none of its ranges.`,
      confidence,
    });
  }
  const scheme = ecosystemScheme(entry.ecosystem);
  const fixedVersion = fixes.toSorted((a, b) => compareVersions(scheme, b, a))[0] ?? null;
  const reason = (): string =>
    fixedVersion === null
      ? `${where} lists ${version} as affected and names no fix.`
      : `${where} fixed it in ${fixedVersion}; ${version} is older.`;
  return judgement({ source: "osv", verdict: "affected", reason, confidence, fixedVersion });
}

/**
 * Ubuntu's standard archive and Ubuntu Pro each name the fix that is in them. Whoever has the one is not without a fix because
 * the other names none, or a later one.
 */
function withoutTheOtherArchive<One extends Candidate & { hit: unknown }>(
  judged: readonly One[],
): readonly One[] {
  const archives = [true, false].map((isPro) =>
    judged.filter(({ entry }) => isUbuntuPro(entry.ecosystem) === isPro),
  );
  if (archives.some((archive) => archive.length === 0)) return judged;
  return archives.find((archive) => archive.every(({ hit }) => hit === null)) ?? judged;
}

function hitOf(
  entry: OsvEntry,
  version: string,
  hasEpoch: boolean,
): { fixed: string | null } | null {
  const scheme = ecosystemScheme(entry.ecosystem);
  for (const range of entry.ranges) {
    // Commits are no versions.
    if (range.type === "GIT") continue;
    const own: VersionScheme = range.type === "SEMVER" ? "semver" : scheme;
    const hit = hitRange(range, (end) =>
      compareVersions(own, adopted(version, end, own, hasEpoch), end),
    );
    if (hit !== null) return hit;
  }
  return entry.versions.includes(version) ? { fixed: null } : null;
}

/** The epoch that a banner leaves out is the advisory's. */
function adopted(version: string, end: string, scheme: VersionScheme, hasEpoch: boolean): string {
  if (hasEpoch || (scheme !== "dpkg" && scheme !== "rpm")) return version;
  const { epoch } = splitDpkg(end);
  return epoch === null || splitDpkg(version).epoch !== null ? version : `${epoch}:${version}`;
}

/** Events in their order: from `introduced` on it is affected, from `fixed` or after `lastAffected` on no longer. Source: OSV schema, "Evaluation". */
function hitRange(
  { events }: OsvRange,
  compare: (end: string) => number,
): { fixed: string | null } | null {
  let affected = false;
  let fixed: string | null = null;
  for (const event of events) {
    if (
      event.introduced !== undefined &&
      (event.introduced === "0" || compare(event.introduced) >= 0)
    ) {
      affected = true;
      fixed = null;
    }
    if (event.fixed !== undefined) {
      if (compare(event.fixed) >= 0) affected = false;
      else if (affected) fixed ??= event.fixed;
    }
    if (event.lastAffected !== undefined && compare(event.lastAffected) > 0) affected = false;
  }
  return affected ? { fixed } : null;
}

/** The one release whose advisories name exactly this version or, failing that, its upstream version; `null`: none or several. */
function ecosystemOf(version: string, entries: readonly OsvEntry[]): string | null {
  const ecosystems = [...new Set(entries.map(({ ecosystem }) => withoutUbuntuPro(ecosystem)))];
  if (ecosystems.length <= 1) return ecosystems[0] ?? null;
  const { upstream } = splitDpkg(version);
  for (const same of [
    (other: string): boolean => other.replace(/^\d+:/, "") === version.replace(/^\d+:/, ""),
    (other: string): boolean => splitDpkg(other).upstream === upstream,
  ]) {
    const found = ecosystems.filter((one) =>
      entries.some(
        (entry) => withoutUbuntuPro(entry.ecosystem) === one && versionsNamed(entry).some(same),
      ),
    );
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

function versionsNamed(entry: OsvEntry): string[] {
  const fixes = entry.ranges.flatMap(({ events }) => events.map(({ fixed }) => fixed));
  return [...entry.versions, ...fixes.filter((fixed) => fixed !== undefined)];
}

/** Rebuilds of Red Hat's packages share its numbers: AlmaLinux's and Rocky's advisories hold for each other. */
function isOf(ecosystem: string, wanted: string | null): boolean {
  if (wanted === withoutUbuntuPro(ecosystem)) return true;
  return (
    /^(AlmaLinux|Rocky Linux):/.test(ecosystem) &&
    (wanted === null || /^(AlmaLinux|Rocky Linux):/.test(wanted))
  );
}
