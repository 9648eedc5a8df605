import { type PlacedName, type SourceDocument, isMapping, namesIn } from "#platform/declarations";
import { pathOf } from "./read-bundle.ts";

export const lists = ["sites", "probes", "scans", "bundles", "audits", "directories"] as const;
export type List = (typeof lists)[number];

/** A place where a name is used that must be declared elsewhere. */
export interface Reference extends PlacedName {
  to: "company" | "site" | "probe" | "bundle";
}

/** A target of a scan, and where it stands. */
export interface PlacedTarget {
  target: string;
  site: string;
  place: () => string;
}

/** A profile of a bundle that an audit names, and where it stands. */
export interface PlacedProfile {
  profile: string;
  bundle: string;
  place: () => string;
}

/** A file that is to be read beside those of the configuration, and where it is named. */
export interface PlacedFile {
  path: string;
  place: () => string;
}

/** All names of one tenant's documents, as written, whether the entries around them are valid or not. */
export interface DeclaredNames {
  sites: PlacedName[];
  probes: PlacedName[];
  scans: PlacedName[];
  bundles: PlacedName[];
  audits: PlacedName[];
  directories: PlacedName[];
  references: Reference[];
  targets: PlacedTarget[];
  profiles: PlacedProfile[];
  files: PlacedFile[];
  /** Files with certificates. */
  authorityFiles: PlacedFile[];
}

/** Of a tenant of which nothing was read yet. */
export function noNames(): DeclaredNames {
  const named = { sites: [], probes: [], scans: [], bundles: [], audits: [], directories: [] };
  const others = { references: [], targets: [], profiles: [], files: [], authorityFiles: [] };
  return { ...named, ...others };
}

const referencesOf = {
  sites: ["company"],
  probes: ["company"],
  scans: ["site", "probe"],
  bundles: [],
  audits: ["bundle", "site"],
  directories: ["site", "probe"],
} as const satisfies Record<List, readonly Reference["to"][]>;

/** Adds the names of one list of a document. */
export function addNames(
  names: DeclaredNames,
  list: List,
  items: readonly unknown[],
  document: SourceDocument,
): void {
  names[list].push(...namesIn(list, items, document));
  for (const [i, item] of items.entries()) {
    if (!isMapping(item)) continue;
    for (const to of referencesOf[list]) {
      const name = item[to];
      if (typeof name !== "string") continue;
      names.references.push({ name, to, place: () => document.describePlace([list, i, to]) });
    }
    if (list === "scans") names.targets.push(...targetsOf(item, i, document));
    if (list === "audits") names.profiles.push(...profilesOf(item, i, document));
    if (list === "bundles") names.files.push(...filesOf(item, ["bundles", i, "file"], document));
    if (list === "directories") {
      names.authorityFiles.push(...filesOf(item, ["directories", i, "caFile"], document));
    }
  }
}

function targetsOf(
  { site, targets }: Readonly<Record<string, unknown>>,
  i: number,
  document: SourceDocument,
): PlacedTarget[] {
  if (typeof site !== "string" || !Array.isArray(targets)) return [];
  return targets.flatMap((target: unknown, j) =>
    typeof target === "string"
      ? [{ target, site, place: () => document.describePlace(["scans", i, "targets", j]) }]
      : [],
  );
}

function profilesOf(
  { profile, bundle }: Readonly<Record<string, unknown>>,
  i: number,
  document: SourceDocument,
): PlacedProfile[] {
  if (typeof profile !== "string" || typeof bundle !== "string") return [];
  return [{ profile, bundle, place: () => document.describePlace(["audits", i, "profile"]) }];
}

function filesOf(
  item: Readonly<Record<string, unknown>>,
  path: readonly [list: List, at: number, key: string],
  document: SourceDocument,
): PlacedFile[] {
  const file = item[path[2]];
  if (typeof file !== "string" || file === "") return [];
  return [{ path: pathOf(file, document), place: () => document.describePlace(path) }];
}
