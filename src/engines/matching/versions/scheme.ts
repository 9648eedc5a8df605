import { compareApk, isApk } from "./apk.ts";
import { compareDpkg } from "./dpkg.ts";
import { compareFuzzy } from "./fuzzy.ts";
import { comparePep440, isPep440 } from "./pep440.ts";
import { compareRpm } from "./rpm.ts";
import { compareSemver, isSemver } from "./semver.ts";

/** How two versions are compared. */
export type VersionScheme = "dpkg" | "rpm" | "apk" | "semver" | "pep440" | "fuzzy";

interface Rules {
  reads: (text: string) => boolean;
  compare: (a: string, b: string) => number;
}

const anything = (): boolean => true;

const rules: Readonly<Record<VersionScheme, Rules>> = {
  dpkg: { reads: anything, compare: compareDpkg },
  rpm: { reads: anything, compare: compareRpm },
  apk: { reads: isApk, compare: compareApk },
  semver: { reads: isSemver, compare: compareSemver },
  pep440: { reads: isPep440, compare: comparePep440 },
  fuzzy: { reads: anything, compare: compareFuzzy },
};

/** Compares in the scheme; when one of the two is not written in it, as feeds often have it, by the fuzzy order. */
export function compareVersions(scheme: VersionScheme, a: string, b: string): number {
  const { reads, compare } = rules[scheme];
  return reads(a) && reads(b) ? compare(a, b) : compareFuzzy(a, b);
}

const byEcosystem: readonly [prefix: RegExp, scheme: VersionScheme][] = [
  [/^(Debian|Ubuntu)\b/, "dpkg"],
  [
    /^(AlmaLinux|Rocky Linux|Red Hat|SUSE|openSUSE|openEuler|Mageia|Photon OS|Azure Linux)\b/,
    "rpm",
  ],
  [/^(Alpine|Alpaquita|Chainguard|Wolfi)\b/, "apk"],
  [/^PyPI$/, "pep440"],
  [/^(npm|crates\.io|Go|Hex|NuGet|Pub|SwiftURL)$/, "semver"],
];

/** The scheme of an OSV ecosystem; fuzzy for those without an order of their own here. Source: OSV schema, "Defined ecosystems". */
export function ecosystemScheme(ecosystem: string): VersionScheme {
  return byEcosystem.find(([pattern]) => pattern.test(ecosystem))?.[1] ?? "fuzzy";
}

/**
 * The scheme of a `versionType` in a CVE record, for versions as a project numbers them; `null` when it cannot be compared
 * with those: commits, or the numbers of a distribution's packages.
 */
export function upstreamScheme(versionType: string | undefined): VersionScheme | null {
  const type = (versionType ?? "custom").toLowerCase();
  if (/^(git|commit|original_commit_for_fix|rpm|dpkg|deb|apk)/.test(type)) return null;
  if (type === "semver" || type === "npm" || type === "go") return "semver";
  if (type === "python" || type === "pep440" || type === "pypi") return "pep440";
  return "fuzzy";
}
