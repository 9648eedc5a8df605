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
export function formatChange(change: DescribedChange): string {
  const what = `${signs[change.action]} ${change.kind} ${change.name}`;
  const parts = differencesOf(change);
  return parts.length === 0 ? what : `${what} (${parts.join(", ")})`;
}

const verbs = { create: "Makes", update: "Changes", delete: "Deletes" } as const;

/** `Changes sensor ssh: intervalSec 60 → 30` */
export function sentenceOf(change: DescribedChange): string {
  const what = `${verbs[change.action]} ${change.kind} ${change.name}`;
  const parts = differencesOf(change);
  return parts.length === 0 ? what : `${what}: ${parts.join(", ")}`;
}

function differencesOf({ differences = [] }: DescribedChange): string[] {
  return differences.map((difference) =>
    "from" in difference
      ? `${difference.field} ${shown(difference.from)} → ${shown(difference.to)}`
      : difference.field,
  );
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
