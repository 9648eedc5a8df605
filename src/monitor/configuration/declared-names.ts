import { type PlacedName, type SourceDocument, isMapping, namesIn } from "#platform/declarations";

/** A place where a name is used that must be declared elsewhere. */
export interface Reference extends PlacedName {
  to: "company" | "collector" | "sensor";
  /** The sensor whose parent this is, when it is one. */
  childName: string | null;
}

/** All names of one tenant's documents, as written, whether the entries around them are valid or not. */
export interface DeclaredNames {
  collectors: PlacedName[];
  sensors: PlacedName[];
  maintenance: PlacedName[];
  references: Reference[];
}

/** Adds the names of one list of a document. */
export function addNames(
  names: DeclaredNames,
  list: "collectors" | "sensors" | "maintenance",
  items: readonly unknown[],
  document: SourceDocument,
): void {
  names[list].push(...namesIn(list, items, document));
  for (const [i, item] of items.entries()) {
    if (!isMapping(item)) continue;
    const { name } = item;
    const place = (...path: (string | number)[]) => document.describePlace([list, i, ...path]);
    if (list === "sensors") {
      for (const [key, to] of sensorReferences) {
        const used = item[key];
        if (typeof used !== "string") continue;
        const childName = key === "parent" && typeof name === "string" ? name : null;
        names.references.push({ name: used, place: () => place(key), to, childName });
      }
    }
    if (list === "maintenance") {
      for (const [key, to] of maintenanceReferences) {
        const used: unknown = item[key];
        for (const [j, each] of Array.isArray(used) ? used.entries() : []) {
          if (typeof each !== "string") continue;
          names.references.push({ name: each, place: () => place(key, j), to, childName: null });
        }
      }
    }
  }
}

const sensorReferences = [
  ["company", "company"],
  ["collector", "collector"],
  ["parent", "sensor"],
] as const;

const maintenanceReferences = [
  ["sensors", "sensor"],
  ["companies", "company"],
] as const;
