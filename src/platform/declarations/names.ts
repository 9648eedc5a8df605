import type { PlacedProblem } from "./read-source.ts";
import { type SourceDocument, isMapping } from "./source.ts";

/** A name, and where it stands: `file:line:column path`. */
export interface PlacedName {
  name: string;
  place: () => string;
}

/** The names of one list of a document, whether the entries around them are valid or not. */
export function namesIn(
  list: string,
  items: readonly unknown[],
  document: SourceDocument,
): PlacedName[] {
  return items.flatMap((item, i) => {
    if (!isMapping(item)) return [];
    const { name } = item;
    if (typeof name !== "string") return [];
    return [{ name, place: () => document.describePlace([list, i, "name"]) }];
  });
}

/** Names that are declared a second time. */
export function findDuplicates(list: readonly PlacedName[]): PlacedProblem[] {
  const first = new Map<string, PlacedName>();
  return list.flatMap((item) => {
    const other = first.get(item.name);
    if (other === undefined) {
      first.set(item.name, item);
      return [];
    }
    const message = `${JSON.stringify(item.name)} is already the name at ${other.place()}`;
    return [{ path: item.place(), message }];
  });
}

/** A name that leads nowhere. */
export function danglingProblem(to: string, list: string, used: PlacedName): PlacedProblem {
  const message = `there is no ${to} named ${JSON.stringify(used.name)}; declare it under ${list}`;
  return { path: used.place(), message };
}
