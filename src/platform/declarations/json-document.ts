import { maxDepth, textFault } from "./plain-value.ts";
import { type Path, type SourceDocument, type Violation, isMapping } from "./source.ts";

/** One item of a list, or the plan, as JSON: a document that holds nothing else. */
export interface JsonItem {
  tenant: string;
  /** `sensors`, or `plan`. */
  list: string;
  item: unknown;
}

/**
 * What a configuration file would hold that declared just this. Its places are JSON pointers (RFC 6901) into the item,
 * and the same values are refused in it as in a file; of `${NAME}` nothing is made.
 */
export function jsonDocument({ tenant, list, item }: JsonItem): {
  document: SourceDocument;
  violations: Violation[];
} {
  const isPlan = list === "plan";
  const violations: Violation[] = [];
  const value = plain(item, isPlan ? [list] : [list, 0], violations);
  const document = {
    file: "",
    value: { tenant, [list]: isPlan ? value : [value] },
    describePlace: (path: Path) => formatPointer(path.slice(isPlan ? 1 : 2)),
  };
  return { document, violations };
}

/** `/snmp/community` */
export function formatPointer(path: Path): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** The same rules as for YAML: what cannot stand is `undefined`, and told. */
function plain(value: unknown, path: Path, found: Violation[]): unknown {
  if (path.length > maxDepth) {
    found.push({ path, message: `is nested deeper than ${maxDepth} levels` });
    return undefined;
  }
  if (typeof value === "string") {
    const fault = textFault(value, path);
    if (fault === null) return value;
    found.push({ path, message: fault });
    return undefined;
  }
  // PostgreSQL keeps no negative zero.
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map((each, i) => plain(each, [...path, i], found));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, plain(inner, [...path, key], found)]),
  );
}
