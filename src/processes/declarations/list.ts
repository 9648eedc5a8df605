import type { Need } from "#platform/members";

/** The lists of a configuration file, in the order in which a person would fill them. */
export const lists = [
  "companies",
  "collectors",
  "sensors",
  "maintenance",
  "sites",
  "probes",
  "scans",
  "bundles",
  "audits",
  "directories",
] as const;
export type DeclarationList = (typeof lists)[number];

/** Those out of whose names pages let people choose; the others have lists with more than names. */
export const chosenLists = [
  "companies",
  "collectors",
  "sensors",
  "sites",
  "probes",
  "scans",
] as const satisfies readonly DeclarationList[];

/** The same, as the console speaks of one item of each. */
export const declarationLists = {
  companies: { one: "Company", noun: "company", needs: "administer", tag: "Settings" },
  collectors: { one: "Collector", noun: "collector", needs: "administer", tag: "Settings" },
  sensors: { one: "Sensor", noun: "sensor", needs: "operate", tag: "Monitoring" },
  maintenance: {
    one: "MaintenanceWindow",
    noun: "maintenance",
    needs: "operate",
    tag: "Monitoring",
  },
  sites: { one: "Site", noun: "site", needs: "operate", tag: "Exposure" },
  probes: { one: "Probe", noun: "probe", needs: "administer", tag: "Settings" },
  scans: { one: "Scan", noun: "scan", needs: "operate", tag: "Exposure" },
  bundles: { one: "Bundle", noun: "bundle", needs: "operate", tag: "Exposure" },
  audits: { one: "Audit", noun: "audit", needs: "operate", tag: "Exposure" },
  directories: { one: "Directory", noun: "directory", needs: "administer", tag: "Settings" },
} as const satisfies Readonly<Record<DeclarationList, ListWords>>;

/** What differs between the lists for their routes. */
interface ListWords {
  /** For the names of operations: `createSensor`. */
  one: string;
  /** For sentences and the audit log, as in what `vedette apply` prints. */
  noun: string;
  /** Who may change it. */
  needs: Need;
  tag: string;
}
