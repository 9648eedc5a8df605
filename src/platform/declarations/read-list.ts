import { type Path, type SourceMapping, type Violation } from "./source.ts";

/**
 * Reads one list of a document, entry by entry.
 *
 * @param read takes an entry and its place, and returns what is wrong with it.
 * @returns the entries as they stand there (none when it is no list), and everything that is wrong.
 */
export function readList(
  { value }: SourceMapping,
  list: string,
  read: (item: unknown, path: Path) => Violation[],
): { items: readonly unknown[]; violations: Violation[] } {
  const items: unknown = value[list];
  if (items === undefined) return { items: [], violations: [] };
  if (!Array.isArray(items)) {
    const message = "must be a list; write [] for an empty one";
    return { items: [], violations: [{ path: [list], message }] };
  }
  const violations = items.flatMap((item: unknown, i) => read(item, [list, i]));
  return { items, violations };
}
