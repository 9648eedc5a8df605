import type { ExistingTenant } from "#processes/apply";
import { type DeclarationList, declarationLists } from "./list.ts";

/** Something that would be without what it refers to. */
export interface User {
  noun: string;
  name: string;
}

type Named = { name: string };

/** All declarations that refer to one; while there is any, it cannot be deleted. */
export function findUsers(
  list: DeclarationList,
  name: string,
  { monitor, exposure }: ExistingTenant,
): User[] {
  const { sensors, maintenance } = monitor.configuration;
  const { sites, probes, scans, audits, directories } = exposure.configuration;
  const embeddedProbe = probes.find(({ embedded }) => embedded)?.name;
  const where = <T extends Named>(
    of: DeclarationList,
    items: readonly T[],
    uses: (item: T) => boolean,
  ): User[] =>
    items.filter(uses).map((item) => ({ noun: declarationLists[of].noun, name: item.name }));
  switch (list) {
    case "companies":
      return [
        ...where("sensors", sensors, ({ company }) => company === name),
        ...where("maintenance", maintenance, ({ companies }) => companies.includes(name)),
        ...where("sites", sites, ({ company }) => company === name),
        ...where("probes", probes, ({ company }) => company === name),
      ];
    case "collectors":
      return where("sensors", sensors, ({ collector }) => collector === name);
    case "sensors":
      return [
        ...where("sensors", sensors, ({ parent }) => parent === name),
        ...where("maintenance", maintenance, (window) => window.sensors.includes(name)),
      ];
    case "sites":
      return [
        ...where("scans", scans, ({ site }) => site === name),
        ...where("audits", audits, ({ site }) => site === name),
        ...where("directories", directories, ({ site }) => site === name),
      ];
    case "probes":
      return [
        ...where("scans", scans, ({ probe }) => (probe ?? embeddedProbe) === name),
        ...where("directories", directories, ({ probe }) => (probe ?? embeddedProbe) === name),
      ];
    case "bundles":
      return where("audits", audits, ({ bundle }) => bundle === name);
    default:
      return [];
  }
}

/** More names than this help nobody. */
const mostShown = 10;

/** `the sensors "a" and "b", and 3 more` */
export function describeUsers(users: readonly User[]): string {
  const shown = users.slice(0, mostShown).map(({ noun, name }) => {
    return `${noun} ${JSON.stringify(name)}`;
  });
  const rest = users.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
