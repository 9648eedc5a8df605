/** Releases of Ubuntu whose advisories OSV carries under their own ecosystem; LTS ones have the suffix. Source: OSV, `ecosystems.txt`. */
const releases: readonly string[] = [
  "14.04:LTS",
  "16.04:LTS",
  "18.04:LTS",
  "20.04:LTS",
  "22.04:LTS",
  "24.04:LTS",
  "25.04",
  "25.10",
  "26.04:LTS",
];
/** Codenames of the same. */
const codenames: Readonly<Record<string, string>> = {
  trusty: "14.04",
  xenial: "16.04",
  bionic: "18.04",
  focal: "20.04",
  jammy: "22.04",
  noble: "24.04",
  plucky: "25.04",
  questing: "25.10",
};

/** OSV's ecosystems for a release such as `22.04` or `jammy`; for `null` those of all releases, to recognise it by. */
export function ubuntuEcosystems(release: string | null): string[] {
  const number = release === null ? null : (codenames[release.toLowerCase()] ?? release);
  return releases
    .filter((name) => number === null || name === number || name === `${number}:LTS`)
    .map((name) => `Ubuntu:${name}`);
}
