import { printableLines } from "#lib/printable";

/**
 * A value of JSON with every text in it, names of fields included, as it may be kept: what neither PostgreSQL's JSON nor a
 * terminal takes is replaced.
 */
export function printableTexts(value: unknown): unknown {
  if (typeof value === "string") return printableLines(value);
  if (Array.isArray(value)) return value.map(printableTexts);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    printableTexts(key),
    printableTexts(inner),
  ]);
  return Object.fromEntries(entries);
}
