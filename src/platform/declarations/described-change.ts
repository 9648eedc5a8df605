/** One change, for a script to read. */
export interface DescribedChange {
  action: "create" | "update" | "delete";
  /** `sensor`, `site` … */
  kind: string;
  name: string;
  /** What differs, of an update; credentials are named and not shown. */
  differences?: { field: string; from?: unknown; to?: unknown }[];
}

const signs = { create: "+", update: "~", delete: "-" } as const;

/** `~ sensor ssh (intervalSec 60 → 30)` */
export function formatChange({ action, kind, name, differences = [] }: DescribedChange): string {
  const what = `${signs[action]} ${kind} ${name}`;
  if (differences.length === 0) return what;
  const parts = differences.map((difference) =>
    "from" in difference
      ? `${difference.field} ${shown(difference.from)} → ${shown(difference.to)}`
      : difference.field,
  );
  return `${what} (${parts.join(", ")})`;
}

/** Longer values say no more in a list of changes. */
const shownCharacters = 60;

function shown(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return cut(`[${value.join(", ")}]`);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? '""' : cut(text.replaceAll(/\s+/g, " "));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= shownCharacters
    ? text
    : `${characters.slice(0, shownCharacters).join("")}…`;
}
