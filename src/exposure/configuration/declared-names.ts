import { type PlacedName, type SourceDocument, isMapping, namesIn } from "#platform/declarations";

export const lists = ["sites", "probes", "scans"] as const;
export type List = (typeof lists)[number];

/** A place where a name is used that must be declared elsewhere. */
export interface Reference extends PlacedName {
  to: "company" | "site" | "probe";
}

/** A target of a scan, and where it stands. */
export interface PlacedTarget {
  target: string;
  site: string;
  place: () => string;
}

/** All names of one tenant's documents, as written, whether the entries around them are valid or not. */
export interface DeclaredNames {
  sites: PlacedName[];
  probes: PlacedName[];
  scans: PlacedName[];
  references: Reference[];
  targets: PlacedTarget[];
}

const referencesOf = {
  sites: ["company"],
  probes: ["company"],
  scans: ["site", "probe"],
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
