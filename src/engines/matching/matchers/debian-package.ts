/*
 * A package of Debian's as a banner tells it: often without its epoch, its revision or its release.
 */
import type { DebianEntry, InstalledPackage } from "#engines/vulnerability-types";
import { debianCodename } from "../products/debian-releases.ts";
import type { Subject } from "../subject.ts";
import { compareDpkg, splitDpkg } from "../versions/dpkg.ts";

export interface DebianPackage {
  readonly source: string | null;
  /** Codename; `null`: not known. */
  readonly release: string | null;
  /** The release that a `~bpo` version was built for; `null`: it is no backport. */
  readonly backport: string | null;
  /** It is of a newer series than its release ever held, so it came from elsewhere: what that release did says nothing of it. */
  readonly stray: boolean;
  /** For sentences. */
  readonly shown: string;
  /** Where it stands to a fix; the epoch that a banner leaves out is the archive's. */
  compareTo(fixedVersion: string, entry: DebianEntry): "older" | "fixed" | "unknown";
}

const backportSuffix = /~bpo(\d+)\+\d+$/;

/** `null`: it is not Debian's, or the host is, but nothing tells that this software came from its archive. */
export function readDebianPackage(
  { package: installed, product }: Subject,
  entries: readonly DebianEntry[],
): DebianPackage | null {
  if (installed === null || installed.distribution !== "debian") return null;
  const own = entries.filter((entry) => entry.package === installed.source);
  const version = installed.version ?? product?.version?.text ?? null;
  const release =
    (installed.release === null ? null : debianCodename(installed.release)) ??
    (version === null ? null : recogniseRelease(version, own));
  // No version of a package, only of a program on a Debian host: believed when the archive has that very version.
  if (
    installed.version === null &&
    !(version !== null && release !== null && holdsUpstream(own, release, version))
  ) {
    return null;
  }
  const stray = installed.hasEpoch && version !== null && isStray(own, release, version);
  return describe(installed, { release, stray, version: version ?? "" }, own);
}

function describe(
  { source, hasEpoch }: InstalledPackage,
  { release, stray, version }: { release: string | null; stray: boolean; version: string },
  entries: readonly DebianEntry[],
): DebianPackage {
  const bpo = backportSuffix.exec(version)?.[1];
  // `V~bpo12+1` is V, built for an older release.
  const judged = version.replace(backportSuffix, "");
  const { epoch, revision } = splitDpkg(judged);
  const archiveEpoch = epochOf(entries);
  const withEpoch = (fixedVersion: string): string =>
    epoch === null && !hasEpoch
      ? withPrefix(archiveEpoch ?? splitDpkg(fixedVersion).epoch, judged)
      : judged;
  return {
    source,
    release,
    backport: bpo === undefined ? null : debianCodename(bpo),
    stray,
    shown: version === "" ? "a version that is not known" : version,
    compareTo: (fixedVersion) => {
      if (version === "") return "unknown";
      const full = withEpoch(fixedVersion);
      if (revision !== null || hasEpoch)
        return compareDpkg(full, fixedVersion) < 0 ? "older" : "fixed";
      return compareWithoutRevision(full, fixedVersion);
    },
  };
}

function withPrefix(epoch: string | null, version: string): string {
  return epoch === null ? version : `${epoch}:${version}`;
}

/** Without a revision: settled when the upstream versions differ, or when the first revision of that version has the fix. */
function compareWithoutRevision(
  version: string,
  fixedVersion: string,
): "older" | "fixed" | "unknown" {
  const fix = splitDpkg(fixedVersion);
  const order = compareUpstream(version, fixedVersion);
  if (order !== 0) return order < 0 ? "older" : "fixed";
  return fix.revision === null || firstRevision.test(fix.revision) ? "fixed" : "unknown";
}

/** `-1` of an ordinary upload, and the first build of it for a release. */
const firstRevision = /^(?:0\+deb\d+u1|1(?:[~+]deb\d+u1)?)$/;

/** Upstream versions, epochs included; what Debian adds to say that it repacked them does not count. */
function compareUpstream(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const { epoch, upstream } = splitDpkg(text);
    return withPrefix(epoch, upstream.replace(/[+~.](?:dfsg|ds|repack)[\d.]*$/, ""));
  });
  return compareDpkg(left ?? "", right ?? "");
}

/** The epoch that the newest versions in the archive carry. */
function epochOf(entries: readonly DebianEntry[]): string | null {
  const versions = entries.flatMap(({ repositories }) => repositories);
  return versions.reduce<string | null>(
    (found, version) => found ?? splitDpkg(version).epoch,
    null,
  );
}

function holdsUpstream(entries: readonly DebianEntry[], release: string, version: string): boolean {
  return entries.some(
    (entry) =>
      entry.release === release && entry.repositories.some((held) => sameUpstream(held, version)),
  );
}

function sameUpstream(held: string, version: string): boolean {
  return compareUpstream(withoutEpoch(held), withoutEpoch(version)) === 0;
}

function withoutEpoch(version: string): string {
  return version.replace(/^\d+:/, "");
}

/**
 * The release that a version belongs to: it says so itself (`+deb12u3`, `~deb11u1`, `~bpo12+1`), or one release alone holds
 * exactly it, or one release alone has that upstream version and is not one whose updates bring new upstream versions:
 * there an old version of the next release would be taken for it.
 */
function recogniseRelease(version: string, entries: readonly DebianEntry[]): string | null {
  const number = /[+~](?:deb(\d+)u\d+|bpo(\d+)\+\d+)/.exec(version);
  const said = number?.[1] ?? number?.[2];
  if (said !== undefined) return debianCodename(said);
  const exact = releasesWhere(entries, (held) => withoutEpoch(held) === withoutEpoch(version));
  if (exact.length === 1) return exact[0] ?? null;
  const near = releasesWhere(entries, (held) => sameUpstream(held, version));
  const [only] = near;
  if (near.length !== 1 || only === undefined) return null;
  const held = entries
    .filter(({ release }) => release === only)
    .flatMap(({ repositories }) => repositories);
  const steady = held.every(
    (one) => sameUpstream(one, version) && !/-\d+~deb\d+u|-0\+deb/.test(one),
  );
  return steady ? only : null;
}

/**
 * Whether a whole version is of a newer series than a stable release holds, as packages of other builders, or of a newer
 * release, are. What a release gets as an update of its own says so (`deb12u1`) or stays in its series, as the kernel does.
 */
function isStray(
  entries: readonly DebianEntry[],
  release: string | null,
  version: string,
): boolean {
  if (release === null || release === "sid" || /[+~]deb\d+u\d+|~bpo\d/.test(version)) return false;
  const held = entries.flatMap((entry) => (entry.release === release ? entry.repositories : []));
  return held.length > 0 && held.every((one) => compareDpkg(seriesOf(version), seriesOf(one)) > 0);
}

/** `1:3.13` of `1:3.13.6-1`. */
function seriesOf(version: string): string {
  const { epoch, upstream } = splitDpkg(version);
  return withPrefix(epoch, upstream.split(".", 2).join("."));
}

function releasesWhere(
  entries: readonly DebianEntry[],
  holds: (held: string) => boolean,
): string[] {
  const found = entries.filter(({ repositories }) => repositories.some(holds));
  return [...new Set(found.map(({ release }) => release))];
}
