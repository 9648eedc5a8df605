/** Repositories of one major release; the last part of a product's CPE. */
const repositories = {
  old: ["server", "client", "workstation", "computenode"],
  new: [
    "baseos",
    "appstream",
    "crb",
    "highavailability",
    "nfv",
    "realtime",
    "resilientstorage",
    "sap",
    "sap_hana",
    "supplementary",
  ],
} as const;
/** Red Hat makes minor releases up to this one. */
const lastMinor = 10;

/**
 * OSV's ecosystems for a major release of Red Hat Enterprise Linux. They are the products' CPE names without their beginning:
 * a product for each repository until RHEL 9, for each minor release from 10 on. Those of extended support for one minor
 * release (`rhel_eus`, `rhel_aus`, …) are left out: whether a host has it cannot be seen. Sources: OSV schema, "Defined
 * ecosystems", and the ids in its archive of Red Hat.
 *
 * @param major `9`.
 */
export function redHatEcosystems(major: string): string[] {
  const product = `Red Hat:enterprise_linux:${major}`;
  if (Number(major) >= 10) {
    return Array.from({ length: lastMinor + 1 }, (_, minor) => `${product}.${minor}`);
  }
  if (Number(major) >= 8) return repositories.new.map((name) => `${product}::${name}`);
  // After the end of maintenance the fixes are for subscribers of extended life cycle support, the holes everybody's.
  return [...repositories.old.map((name) => `${product}::${name}`), `Red Hat:rhel_els:${major}`];
}
