/**
 * Releases of Ubuntu whose advisories OSV carries under their own ecosystem; LTS ones have the suffix. Sources: OSV,
 * `ecosystems.txt`; documentation.ubuntu.com/security, "OSV".
 */
const releases: readonly string[] = [
  "14.04:LTS",
  "16.04:LTS",
  "18.04:LTS",
  "20.04:LTS",
  "22.04:LTS",
  "24.04:LTS",
  "24.10",
  "25.04",
  "25.10",
  "26.04:LTS",
  "26.10",
];
/** Codenames of the same. */
const codenames: Readonly<Record<string, string>> = {
  trusty: "14.04",
  xenial: "16.04",
  bionic: "18.04",
  focal: "20.04",
  jammy: "22.04",
  noble: "24.04",
  oracular: "24.10",
  plucky: "25.04",
  questing: "25.10",
  resolute: "26.04",
  stonking: "26.10",
};

const pro = /^Ubuntu:Pro:/;

/**
 * OSV's ecosystems for a release such as `22.04` or `jammy`; for `null` those of all releases, to recognise it by. Of an LTS
 * release there are two: what Ubuntu Pro alone fixes is listed under `Ubuntu:Pro:22.04:LTS`, with the standard archive's
 * entry beside it that names no fix, or without any once standard support is over.
 */
export function ubuntuEcosystems(release: string | null): string[] {
  const number = release === null ? null : (codenames[release.toLowerCase()] ?? release);
  return releases
    .filter((name) => number === null || name === number || name === `${number}:LTS`)
    .flatMap((name) =>
      name.endsWith(":LTS") ? [`Ubuntu:${name}`, `Ubuntu:Pro:${name}`] : [`Ubuntu:${name}`],
    );
}

/** Whether fixes of this ecosystem come with Ubuntu Pro. */
export function isUbuntuPro(ecosystem: string): boolean {
  return pro.test(ecosystem);
}

/** `Ubuntu:22.04:LTS` of `Ubuntu:Pro:22.04:LTS`; others as they are. */
export function withoutUbuntuPro(ecosystem: string): string {
  return ecosystem.replace(pro, "Ubuntu:");
}
